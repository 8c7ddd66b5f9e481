import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { once } from './load/client-pool.ts'
import { clock, median, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'
import type { Alarms, AllBack, StormOptions } from './load/storm-clients.ts'

// Kills the server with SIGKILL while thousands of devices are connected, and starts it again. All devices reconnect as the web
// does, while further devices raise an SOS each. Every SOS must be accepted within 5 s and reach all devices.
// Usage: npm run storm -w bench [-- 4000 1] (connected devices, SOS a second)
const [size = 4000, rate = 1] = process.argv.slice(2).map(Number)
/** Max milliseconds from the press until an SOS is accepted. */
const ACCEPTED_WITHIN = 5000
/** SOS before the kill, of which the last ones may have been emitted to a part of the devices. */
const BEFORE = 4
/** Seconds for which SOS are raised after the last device is back, and the most seconds of the storm. */
const AFTER_S = 2
const STORM_MAX_S = 120
/** Max seconds until all devices have all SOS. */
const ALARMS_WAIT_S = 60
/** Milliseconds between two attempts to send an SOS: the upper limit, as in the web (backoff.ts). */
const SOS_RETRY_MS = 1000
const DEVICES_PER_PROCESS = 1000

interface Sos {
  readonly pressedAt: number
  id: string
  acceptedAt: number
}

assertFileLimit(size + 500)
const server = await startServer()
const sosMax = BEFORE + rate * STORM_MAX_S
const tokens = await insertUsers(server.databaseUrl, size + sosMax)
const raisers = tokens.splice(0, sosMax)
const children = Array.from({ length: Math.ceil(size / DEVICES_PER_PROCESS) }, () =>
  fork(path.join(import.meta.dirname, 'load/storm-clients.ts')),
)
const allBack = () => Promise.all(children.map((child) => once(child, isOfKind('back')))) as Promise<AllBack[]>
const connecting = allBack()
for (const [index, child] of children.entries())
  child.send({ url: server.url, tokens: tokens.filter((_, at) => at % children.length === index) } satisfies StormOptions)
await connecting

const all: Sos[] = []
const sending: Promise<void>[] = []
for (let count = 0; count < BEFORE; count++) {
  press()
  await sleep(1000 / rate)
}
await Promise.all(sending)
press() // accepted or emitted to a part of the devices when the server is killed
await sleep(40)

const killedAt = clock()
const returning = allBack()
await server.kill()
let isBack = false
const pressing = pressUntil(() => isBack)
await server.restart()
const readyAt = clock()
const back = await Promise.race([returning, sleep(STORM_MAX_S * 1000, null)])
await sleep(AFTER_S * 1000)
isBack = true
await pressing
await Promise.all(sending)
const alarms = await waitForAlarms()

const accepted = all.map((sos) => sos.acceptedAt - sos.pressedAt)
const inStorm = all.slice(BEFORE).filter(({ pressedAt }) => pressedAt >= killedAt)
const waited = inStorm.map((sos) => sos.acceptedAt - sos.pressedAt)
const afterReady = inStorm.filter(({ pressedAt }) => pressedAt >= readyAt).map((sos) => sos.acceptedAt - sos.pressedAt)
const connected = (back ?? []).flatMap((one) => one.connected.map((time) => time - readyAt))
const caughtUp = (back ?? []).flatMap((one) => one.caughtUp.map((time) => time - readyAt))
const lastOf = ({ id }: Sos) => Math.max(...alarms.map(({ received }) => received[id]?.last ?? 0))
const missing = all.filter((sos) => devicesWith(sos, alarms) < size).length
const reached = inStorm.map((sos) => lastOf(sos) - Math.max(sos.acceptedAt, readyAt))
const refetches = alarms.reduce((sum, one) => sum + one.refetches, 0)

console.log(`${size} connected devices, SIGKILL, restart, ${rate} SOS a second`)
console.log(`  from the kill until the server listens again   ${((readyAt - killedAt) / 1000).toFixed(1)} s`)
console.log(`  devices back                                   ${connected.length} of ${size}`)
console.log(`  from then until a device is connected          ${figures(connected)}`)
console.log(`  … until it has its missed events               ${figures(caughtUp)}`)
console.log(`  SOS pressed after the kill, all accepted       ${inStorm.length}`)
console.log(`  from the press until it is accepted            ${figures(waited)}`)
console.log(`  … of those pressed after the restart           ${figures(afterReady)}`)
console.log(`  from acceptance until the last device has it   ${figures(reached)}`)
console.log(`  SOS that a device misses                       ${missing} of ${all.length}`)
console.log(`  devices that fetched all alerts again          ${refetches}`)
for (const child of children) child.kill()
await server.stop()
const isGood = connected.length === size && missing === 0 && Math.max(...accepted) <= ACCEPTED_WITHIN
process.exit(isGood ? 0 : 1)

async function pressUntil(isOver: () => boolean): Promise<void> {
  while (!isOver() && all.length < sosMax) {
    press()
    await sleep(1000 / rate)
  }
}

/** Raises an SOS of a device that raised none before, every other one without a session. It is repeated until it is accepted. */
function press(): void {
  const sos: Sos = { pressedAt: clock(), id: '', acceptedAt: Number.NaN }
  const token = raisers[all.push(sos) - 1] ?? ''
  const body = JSON.stringify({ clientId: crypto.randomUUID(), latitude: '38.2682', longitude: '140.8694' })
  const headers = { 'content-type': 'application/json', ...(all.length % 2 === 0 && { authorization: `Bearer ${token}` }) }
  const send = async () => {
    for (;;) {
      const response = await fetch(server.url + API_BASE + alertRoutes.raise.path, { method: 'POST', headers, body }).catch(
        () => null,
      )
      if (response?.ok === true) {
        sos.id = alertRoutes.raise.reply.parse(await response.json()).id
        sos.acceptedAt = clock()
        return
      }
      await sleep(SOS_RETRY_MS * (0.5 + Math.random() / 2))
    }
  }
  sending.push(send())
}

/** Waits until all devices have all SOS, at most a minute. */
async function waitForAlarms(): Promise<Alarms[]> {
  for (let wait = 0; ; wait++) {
    const reports = (await Promise.all(
      children.map((child) => {
        const report = once(child, isOfKind('alarms'))
        child.send('report')
        return report
      }),
    )) as Alarms[]
    if (all.every((sos) => devicesWith(sos, reports) === size) || wait === ALARMS_WAIT_S) return reports
    await sleep(1000)
  }
}

function devicesWith({ id }: Sos, alarms: readonly Alarms[]): number {
  return alarms.reduce((sum, { received }) => sum + (received[id]?.devices ?? 0), 0)
}

/** Each socket takes a file descriptor of the server. Node raises its own limit to the hard limit. */
function assertFileLimit(needed: number): void {
  const [, limit = '0'] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  if (limit !== 'unlimited' && Number(limit) < needed)
    throw new Error(`this process may open ${limit} files; it needs ${needed}: ulimit -n ${needed}`)
}

function isOfKind(kind: (AllBack | Alarms)['kind']) {
  return (message: unknown): boolean => (message as AllBack | Alarms).kind === kind // the only messages of these processes
}

function figures(times: readonly number[]): string {
  if (times.length === 0) return '–'
  const [p50, p99, max] = [median(times), quantile(times, 0.99), Math.max(...times)]
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`
}
