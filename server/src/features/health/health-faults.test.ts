import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openAuthority } from '#/tls/authority.ts'
import { openLeaf } from '#/tls/leaf.ts'
import { mailbox } from '#/testing/processes/mailbox.ts'
import { PushService } from '#/testing/processes/push-service.ts'
import {
  checkOf,
  expectTold,
  GB,
  healthyComputer,
  readHealth,
  replaceBackups,
  toldAbout,
} from '#/testing/scenes/health-readings.ts'
import { raise } from '#/testing/scenes/push-devices.ts'
import { startTestServer } from '#/testing/test-server.ts'

const DAY_MS = 86_400_000
const PUBLIC_URL = 'https://noroshi.example'

interface Fault {
  readonly check: string
  readonly level: 'warning' | 'failure'
  readonly advice: string
  readonly cause: () => unknown
  /** Absent: the next fault replaces it. */
  readonly mend?: () => unknown
}

/** Writes a certificate that was made some days ago, for 397 days. Returns its files. */
async function writeCertificate(folder: string, days: number) {
  const made = new Date(Date.now() - days * DAY_MS)
  const names = ['unit.local']
  const keys = path.join(folder, String(days))
  await mkdir(keys, { recursive: true })
  const { cert, key } = await openLeaf(keys, await openAuthority(keys, names, made), names, made)
  const files = { TLS_CERT: path.join(folder, 'unit.crt'), TLS_KEY: path.join(folder, 'unit.key') }
  await writeFile(files.TLS_CERT, cert)
  await writeFile(files.TLS_KEY, key)
  return files
}

test('each of ten faults is seen with the next reading and told with the second, once', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-faults-'))
  const box = await mailbox()
  const service = await PushService.start()
  const { values, system } = healthyComputer()
  const settings = { HTTPS: 'auto', ...(await writeCertificate(folder, 0)), SMTP_URL: box.url, PUBLIC_URL, ...service.settings }
  await using noroshi = await startTestServer(settings, { system })
  noroshi.expectsInLog(/reach the push service/, /ECONNREFUSED/)
  const { db, deps, clock, log } = noroshi
  const gen = await noroshi.admin('Gen')
  const [aya] = await noroshi.people('Aya')
  const phone = await service.subscribe(aya)
  const socket = await gen.openSocket()

  const faults: readonly Fault[] = [
    {
      check: 'disk',
      level: 'warning',
      advice: 'diskLow',
      cause: () => (values.free = 2 * GB),
      mend: () => (values.free = 50 * GB),
    },
    {
      check: 'temperature',
      level: 'failure',
      advice: 'temperatureHigh',
      cause: () => (values.celsius = 95),
      mend: () => (values.celsius = 45),
    },
    {
      check: 'backup',
      level: 'failure',
      advice: 'backupFailed',
      cause: () => replaceBackups(db, { days: 0, outcome: 'failed', rehearsal: null }),
    },
    {
      check: 'backup',
      level: 'warning',
      advice: 'backupOld',
      cause: () => replaceBackups(db, { days: 9, outcome: 'complete', rehearsal: 'rehearsed' }),
    },
    {
      check: 'backup',
      level: 'failure',
      advice: 'rehearsalDamaged',
      cause: () => replaceBackups(db, { days: 0, outcome: 'complete', rehearsal: 'damaged' }),
      mend: () => replaceBackups(db, { days: 0, outcome: 'complete', rehearsal: 'rehearsed' }),
    },
    {
      check: 'certificate',
      level: 'warning',
      advice: 'certificateEnds',
      cause: () => writeCertificate(folder, 390).then(() => deps.https?.refresh()),
      mend: () => writeCertificate(folder, 0).then(() => deps.https?.refresh()),
    },
    {
      check: 'push',
      level: 'failure',
      advice: 'pushFails',
      async cause() {
        service.answer = async () => ({ status: 503 })
        await raise(noroshi.visitor)
        await expect.poll(() => log.join(''), { timeout: 10_000 }).toContain('do not reach the push service')
      },
      async mend() {
        service.answer = async () => undefined
        clock.advance({ seconds: 6 })
        await raise(noroshi.visitor) // triggers the sender
        await expect.poll(() => log.join(''), { timeout: 10_000 }).toContain(`reach the push service ${service.origin} again`)
        expect(phone.kinds()).toContain('alert')
      },
    },
    {
      check: 'unreachedAlarms',
      level: 'failure',
      advice: 'alarmsUnreached',
      cause: () => clock.advance({ seconds: 61 }),
      async mend() {
        const device = await aya.openSocket()
        const alarms = await db.selectFrom('alerts').select('id').where('is_drill', '=', false).execute()
        await device.send('alert:delivered', { alertIds: alarms.map(({ id }) => id) })
      },
    },
    {
      check: 'mail',
      level: 'failure',
      advice: 'mailFails',
      async cause() {
        await box[Symbol.asyncDispose]()
        await deps.mail?.send({ to: 'ben@example.org', subject: 'hello', text: 'Ben' }).catch(() => undefined)
      },
    },
    {
      check: 'jobs',
      level: 'failure',
      advice: 'jobsLate',
      cause: () => clock.advance({ minutes: 10 }),
    },
  ]

  const read = () => readHealth(noroshi)
  await read()
  await read()
  for (const { check, level, advice, cause, mend } of faults) {
    const before = await toldAbout(noroshi, socket, check)
    await cause()
    await read()
    expect(await checkOf(gen, check), advice).toMatchObject({ level, advice })
    expect(await toldAbout(noroshi, socket, check), advice).toMatchObject(before)
    await read()
    await read()
    await expectTold(noroshi, socket, check, [...before, { level, advice }])
    if (mend === undefined) continue
    await mend()
    await read()
    await read()
    expect(await checkOf(gen, check), advice).toMatchObject({ level: 'good', advice: null })
    await expectTold(noroshi, socket, check, [...before, { level, advice }, { level: 'good', advice: null }])
  }
  // The clock went on above.
  expect(await checkOf(gen, 'clock')).toMatchObject({ level: 'failure', advice: 'clockWrong' })
  await expectTold(noroshi, socket, 'clock', [{ level: 'failure', advice: 'clockWrong' }])
  expect(box.emails.map(({ subject }) => subject).join('\n')).toContain('Disk: Warning')
  service.close()
  await rm(folder, { recursive: true })
})
