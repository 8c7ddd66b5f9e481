import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { once } from './load/client-pool.ts'
import { clock, median, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startChannel } from './load/radio-channel.ts'
import type { ListenerOptions } from './load/radio-listeners.ts'
import { openRadioPage, type RadioPage, send, transmit } from './load/radio-page.ts'
import { measureVoice } from './load/radio-voice.ts'
import { startServer } from './load/server.ts'

// Measures live sound and floor control, beside a bare Socket.IO relay of the same frames in the same run. The two run
// alternately. The recogniser is not reachable, so that only the server is measured.
// Usage: npm run radio -w bench -- [listeners] [channels] [rounds] [presses]
const [LISTENERS = 100, CHANNELS = 20, ROUNDS = 4, PRESSES = 1000] = process.argv.slice(2).map(Number)
/** Pages that press at once. Each presses several times. */
const PRESSING_PAGES = 100
const ROUND_MS = 3000
const WARM_UPS = 1
const GRANT_GOAL = 300

const server = await startServer({ SPEECH_URL: 'http://127.0.0.1:9', SPEECH_SECRET: 'unreachable on purpose' })
const bare = fork(path.join(import.meta.dirname, 'load/bare-radio.ts'))
const bareUrl = `http://127.0.0.1:${String(await once(bare, (message) => typeof message === 'number'))}`

await measure(1)
await measure(CHANNELS)
await pressAtOnce()
await measureVoice(server)
bare.disconnect()
await server.stop()

/** A speaker with a page at the product and one at the bare relay. */
interface Speaker {
  readonly product: RadioPage
  readonly bare: RadioPage
}

/** Measures sound to all listeners, divided into this number of radio chats whose speakers talk at once. */
async function measure(channels: number): Promise<void> {
  const tokens = await insertUsers(server.databaseUrl, channels + LISTENERS)
  const listenerTokens = tokens.slice(channels)
  const speakers: Speaker[] = []
  const listeners: { room: string; token: string }[] = []
  for (const [index, token] of tokens.slice(0, channels).entries()) {
    const own = listenerTokens.filter((_, at) => at % channels === index)
    const room = await startChannel(server.url, token, own)
    speakers.push({ product: await openRadioPage(server.url, token, room), bare: await openRadioPage(bareUrl, null, room) })
    listeners.push(...own.map((listener) => ({ room, token: listener })))
  }
  const atProduct = await listen({ url: server.url, listeners })
  const atBare = await listen({ url: bareUrl, listeners: listeners.map(({ room }) => ({ room, token: null })) })
  const product = {
    name: 'product',
    times: [] as number[],
    expected: 0,
    cpu: [] as number[],
    pid: server.pid,
    listeners: atProduct,
  }
  const limit = {
    name: 'bare relay',
    times: [] as number[],
    expected: 0,
    cpu: [] as number[],
    pid: bare.pid ?? 0,
    listeners: atBare,
  }
  const grants: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UPS; round++)
    for (const one of [product, limit]) {
      const before = cpuSeconds(one.pid)
      const sent = await Promise.all(
        speakers.map((speaker) =>
          one === product ? talk(speaker.product, round < WARM_UPS ? [] : grants) : relay(speaker.bare),
        ),
      )
      await sleep(500) // the last frames arrive
      const times = await report(one.listeners)
      if (round < WARM_UPS) continue
      one.times.push(...times)
      one.expected += sent.reduce((sum, frames) => sum + frames, 0) * (LISTENERS / channels)
      one.cpu.push(((cpuSeconds(one.pid) - before) / (ROUND_MS / 1000)) * 100)
    }
  console.log(`${LISTENERS} listeners in ${channels} radio chats, ${ROUNDS} rounds of ${ROUND_MS / 1000} s`)
  for (const { name, times, expected, cpu } of [product, limit])
    console.log(
      `  frame to a listener, ${name.padEnd(10)}  p50 ${median(times).toFixed(2)}  p95 ${quantile(times, 0.95).toFixed(2)}  p99 ${quantile(times, 0.99).toFixed(2)} ms` +
        `  received ${((times.length / expected) * 100).toFixed(1)} %  CPU ${median(cpu).toFixed(1)} % of a core`,
    )
  console.log(`  ratio of the medians              ${(median(product.times) / median(limit.times)).toFixed(2)}`)
  console.log(
    `  press to granted floor            p50 ${median(grants).toFixed(1)}  p95 ${quantile(grants, 0.95).toFixed(1)} ms (${grants.length}), goal p95 ${GRANT_GOAL} ms`,
  )
  if (quantile(grants, 0.95) > GRANT_GOAL) process.exitCode = 1
  for (const speaker of speakers) for (const { socket } of Object.values(speaker) as RadioPage[]) socket.disconnect()
  for (const child of [atProduct, atBare]) child.disconnect()
}

/** Presses at once on many pages of one radio chat. A page without a frame for 1.5 s loses the floor to the next one. */
async function pressAtOnce(): Promise<void> {
  const [starter = '', ...others] = await insertUsers(server.databaseUrl, Math.min(PRESSING_PAGES, PRESSES))
  const room = await startChannel(server.url, starter, others)
  const pages = await Promise.all([starter, ...others].map((token) => openRadioPage(server.url, token, room)))
  const granted = new Set<string>()
  const floors: string[] = []
  pages[0]?.socket.on('radio:floor', ({ transmissionId }: { readonly transmissionId: string | null }) => {
    if (transmissionId !== null && transmissionId !== floors.at(-1)) floors.push(transmissionId)
  })
  const talks: Promise<number>[] = []
  const times: number[] = []
  const press = async (page: RadioPage) => {
    const from = clock()
    const { transmissionId } = (await send(page, 'radio:floor', { language: 'en' })) as { transmissionId: string | null } // its reply
    times.push(clock() - from)
    if (transmissionId === null || granted.has(transmissionId)) return
    granted.add(transmissionId)
    talks.push(transmit(page, transmissionId, ROUND_MS)) // a page without frames loses the floor to the next one
  }
  await Promise.all(Array.from({ length: PRESSES }, (_, index) => press(pages[index % pages.length] as RadioPage))) // one of them
  console.log(
    `${PRESSES} presses at once on ${pages.length} pages of a radio chat: ${granted.size} granted, one after the other, ` +
      `replies p50 ${median(times).toFixed(0)}  p95 ${quantile(times, 0.95).toFixed(0)} ms`,
  )
  await Promise.all(talks)
  // Each floor has one transmission. One that returns after another would have been granted at the same time.
  const isTwice = new Set(floors).size !== floors.length || [...granted].some((id) => !floors.includes(id))
  if (isTwice) console.log('  two pages had the floor at once')
  if (isTwice || granted.size === 0) process.exitCode = 1
  for (const { socket } of pages) socket.disconnect()
}

async function talk(page: RadioPage, grants: number[]): Promise<number> {
  const from = clock()
  const { transmissionId } = (await send(page, 'radio:floor', { language: 'en' })) as { transmissionId: string } // its reply
  grants.push(clock() - from)
  const frames = await transmit(page, transmissionId, ROUND_MS)
  await send(page, 'radio:release', {})
  return frames
}

function relay(page: RadioPage): Promise<number> {
  return transmit(page, randomUUID(), ROUND_MS)
}

async function listen(options: ListenerOptions): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'load/radio-listeners.ts'))
  child.send(options)
  await once(child, (message) => message === 'connected')
  return child
}

async function report(child: ChildProcess): Promise<number[]> {
  const times = once(child, Array.isArray)
  child.send('report')
  return (await times) as number[] // the only list that it sends
}

/** The seconds of CPU time that a process has used. */
function cpuSeconds(pid: number): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) / 100
}
