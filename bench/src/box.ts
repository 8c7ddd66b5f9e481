import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import type { PeopleOptions, PeopleReport } from './load/box-people.ts'
import { insertBoxTown } from './load/box-town.ts'
import { inBox, MB, Samples } from './load/limited-server.ts'
import type { ControlGroup } from './load/cgroup.ts'
import { once } from './load/client-pool.ts'
import { clock, median, quantile } from './load/figures.ts'
import { measureIdleDay } from './load/idle-day.ts'
import { postgresWrites, writtenBetween } from './load/postgres-writes.ts'
import type { RunningServer } from './load/server.ts'

// Measures the server with its PostgreSQL on one core and 1 GB of memory, while 200 people are online, ten radio chats
// have sound, and SOS are raised; or, with `idle`, what it writes to the disk while 20 clients are connected and do nothing.
// Usage: npm run box -w bench [-- 180] (seconds), npm run box -w bench -- idle 15 (minutes)
const [mode = '180', minutes = '15'] = process.argv.slice(2)
const PEOPLE = 200
const CHANNELS = 10
const SOS_EVERY_MS = 3000
/** Max milliseconds from the press of an SOS until the last client has it, p99. */
const SOS_GOAL = 1000
const SEED = 20

const isMeasured = await inBox((server, group) =>
  mode === 'idle' ? measureIdleDay(server, group, Number(minutes)) : measureBox(server, group, Number(mode)),
)
if (!isMeasured) {
  console.log('skipped: this machine has no cgroup v1 with cpu, cpuacct and memory (or this is not root)')
  process.exit(1)
}
process.exit() // the sockets of a failed run

async function measureBox(server: RunningServer, group: ControlGroup, seconds: number): Promise<void> {
  const presses = Math.floor((seconds * 1000) / SOS_EVERY_MS)
  const town = await insertBoxTown(server, { people: PEOPLE, channels: CHANNELS, raisers: presses })
  const people = fork(path.join(import.meta.dirname, 'load/box-people.ts'))
  people.send({ url: server.url, town, seed: SEED, isActive: true } satisfies PeopleOptions)
  await once(people, (message) => message === 'connected')

  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const writtenBefore = await postgresWrites(client)
  const samples = new Samples(group)
  const pressed: { readonly id: string; readonly at: number; readonly accepted: number }[] = []
  for (let count = 0; count < presses; count++) {
    const at = clock()
    // Every other SOS comes from a caller without a session.
    void raise(server.url, count % 2 === 0 ? (town.raisers[count] ?? '') : null).then((id) =>
      pressed.push({ id, at, accepted: clock() - at }),
    )
    await sleep(SOS_EVERY_MS)
  }
  const used = await samples.end()
  const writtenAfter = await postgresWrites(client)
  await client.end()
  people.send('report')
  const report = (await once(people, (message) => typeof message === 'object')) as PeopleReport // the only object that it sends
  people.disconnect()

  const times = pressed.map(({ id, at }) => (report.alarms[id] ?? []).map((time) => time - at))
  const last = times.map((all) => (all.length < PEOPLE ? Number.POSITIVE_INFINITY : Math.max(...all)))
  const failed = report.failures.length + report.lostSockets + presses - pressed.length
  console.log(`${PEOPLE} people online, ${CHANNELS} radio chats with sound, an SOS every ${SOS_EVERY_MS / 1000} s, ${seconds} s`)
  print('SOS, from the press until it is accepted', figures(pressed.map(({ accepted }) => accepted)))
  print('… until the last of all clients has it', `${figures(last)}, goal p99 ${SOS_GOAL} ms (${pressed.length} SOS)`)
  print('… until any client has it', figures(times.flat()))
  print('radio frame to a listener', `${figures(report.frames)}, received ${percent(report.frames.length / report.framesSent)}`)
  for (const [name, values] of Object.entries(report.actions)) print(`action ${name}`, `${figures(values)} (${values.length})`)
  print(
    'processor',
    `${percent(used.processorSeconds / used.seconds)} of the core; waited ${used.throttledSeconds.toFixed(1)} s for it`,
  )
  print('load of the whole machine', `${(loadavg()[0] ?? Number.NaN).toFixed(1)} on ${availableParallelism()} cores`)
  print('memory, peak without page cache', `${megabytes(samples.peak.own)} of 1024 MB; with it ${megabytes(samples.peak.all)}`)
  for (const [name, bytes] of samples.peaks) print(`… ${name}, peak`, megabytes(bytes))
  print('written to the disk', `${(used.written / MB / (used.seconds / 60)).toFixed(1)} MB a minute`)
  for (const [kind, bytes] of writtenBetween(writtenBefore, writtenAfter))
    if (bytes > MB / 10) print(`… ${kind}`, megabytes(bytes))
  print('processes that the kernel killed', String(used.killed))
  print('failed requests and lost sockets', String(failed))
  for (const text of new Set(report.failures)) console.log(`    ${text}`)
  if (failed > 0 || used.killed > 0 || !(quantile(last, 0.99) <= SOS_GOAL)) process.exitCode = 1
}

async function raise(url: string, token: string | null): Promise<string> {
  const response = await fetch(url + API_BASE + alertRoutes.raise.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ clientId: randomUUID(), latitude: '38.2682', longitude: '140.8694' }),
  })
  return alertRoutes.raise.reply.parse(await response.json()).id
}

function print(name: string, value: string): void {
  console.log(`  ${name.padEnd(42)} ${value}`)
}

function figures(times: readonly number[]): string {
  const [p50, p95, p99] = [median(times), quantile(times, 0.95), quantile(times, 0.99)]
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`
}
