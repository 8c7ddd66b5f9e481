import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's libfaketime. It shifts the clock of all processes of the tests, including PostgreSQL. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketimeMT.so.1`

interface Time {
  readonly name: string
  /** The time at which the tests start, with the offset of the zone at that time. */
  readonly at: string
  readonly zone: string
}

/** Times that broke tests or could: a line number that looks like a time, midnight, 29 February, a change of summer time. */
export const times: readonly Time[] = [
  { name: '29 February, 02:40, in Tokyo', at: '2028-02-29T02:40:00+09:00', zone: 'Asia/Tokyo' },
  { name: 'the end of a year, 23:58, in Tokyo', at: '2027-12-31T23:58:00+09:00', zone: 'Asia/Tokyo' },
  { name: 'the start of summer time in New York', at: '2027-03-14T01:58:00-05:00', zone: 'America/New_York' },
  { name: 'the end of summer time in New York', at: '2027-11-07T01:50:00-04:00', zone: 'America/New_York' },
]

/** The environment of tests at this time; null if libfaketime is not installed. */
export function environmentAt({ at, zone }: Time): Record<string, string> | null {
  if (!existsSync(LIBRARY)) return null
  const ahead = Math.round((Date.parse(at) - Date.now()) / 1000)
  return {
    LD_PRELOAD: LIBRARY,
    FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    TZ: zone,
    NOROSHI_TEST_ZONE: zone,
    NOROSHI_TEST_AHEAD_MS: String(ahead * 1000),
  }
}

// `node scripts/times.ts 0 npx playwright test -c e2e e2e/alerts/sos.spec.ts` runs one command at the first of these times.
if (import.meta.main) {
  const [index = '', file = '', ...args] = process.argv.slice(2)
  const time = times[Number(index)]
  const env = time && environmentAt(time)
  if (!env) throw new Error(`no time ${index}, or libfaketime is not installed`)
  process.exit(spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1)
}
