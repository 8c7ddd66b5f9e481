import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { decodeRadioFrame } from '@noroshi/contract/radio/frames'
import { API_BASE } from '@noroshi/contract/routes'
import { io, type Socket } from 'socket.io-client'
import { createRandom, type Random } from '../../../speech/src/wake-word/random.ts'
import type { BoxTown } from './box-town.ts'
import { Caller } from './caller.ts'
import { clock } from './figures.ts'
import { openRadioPage, type RadioPage, send, transmit } from './radio-page.ts'

// A process with the people who are online. They use the server until they are told to stop, and it reports what they measured.

/** Milliseconds between two actions of one person, on average: 20 actions of 200 people in each second. */
const ACTION_EVERY_MS = 10_000
/** How often an action is chosen, of 100. */
const WEIGHTS = { readChat: 35, writeMessage: 25, openHome: 18, readFeed: 10, search: 7, writePost: 5 } as const
/** Members of each group who are in its radio chat. The first one speaks. */
const IN_RADIO = 10
const TALK_MS = 8000
/** Milliseconds between two talks in one radio chat. */
const PAUSE_MS = 2000
/** The part of the people who open an SOS that they receive, within some seconds, and the part of these who respond. */
const OPENS_SOS = 0.2
const ANSWERS_SOS = 0.3
const OPENS_WITHIN_MS = 5000
const COLLECT_MS = 100
const SEARCHES = ['bridge', 'water', '避難所', '毛布', 'shelter', 'station road', 'ありがとう', 'umbrella']
const TEXT = 'The bridge is closed, please take the road by the school. 橋は通れません。'

type Action = keyof typeof WEIGHTS

export interface PeopleOptions {
  readonly url: string
  readonly town: BoxTown
  readonly seed: number
  /** false: they are connected, in no radio chat, and do nothing. */
  readonly isActive: boolean
}

interface Person {
  readonly caller: Caller
  readonly url: string
  readonly token: string
  readonly random: Random
}

/** The measurements of the people. Times in milliseconds. */
export interface PeopleReport {
  /** For each SOS, by its id, when each socket had it. */
  readonly alarms: Readonly<Record<string, readonly number[]>>
  /** The delay of each frame that a listener received, and how many were sent to listeners. */
  readonly frames: readonly number[]
  readonly framesSent: number
  readonly actions: Readonly<Record<Action, readonly number[]>>
  /** Requests that failed, with their reason. */
  readonly failures: readonly string[]
  readonly lostSockets: number
}

const alarms: Record<string, number[]> = {}
const frames: number[] = []
const actions: Record<Action, number[]> = {
  readChat: [],
  writeMessage: [],
  openHome: [],
  readFeed: [],
  search: [],
  writePost: [],
}
const failures: string[] = []
const talks: Promise<void>[] = []
let framesSent = 0
let lostSockets = 0
let isStopped = false

process.on('message', (message: PeopleOptions | 'report') => {
  if (message === 'report') void report()
  else void start(message)
})
process.once('disconnect', () => process.exit())

async function start({ url, town, seed, isActive }: PeopleOptions): Promise<void> {
  const caller = new Caller(url)
  const inRadio = isActive ? IN_RADIO : 0
  let created = 0
  const personOf = (token: string): Person => ({ caller, url, token, random: createRandom(seed + created++) })
  for (const { threadId, tokens } of town.channels) {
    const persons = tokens.map(personOf)
    const pages = await Promise.all(tokens.slice(0, inRadio).map((token) => openRadioPage(url, token, threadId)))
    const others = await Promise.all(tokens.slice(inRadio).map((token) => connect(url, token)))
    const sockets = [...pages.map(({ socket }) => socket), ...others]
    for (const [index, person] of persons.entries()) {
      const socket = sockets[index]
      if (socket) follow(socket, person)
      if (isActive) void act(person, threadId, town.feedId)
    }
    const [speaker, ...listeners] = pages
    for (const { socket } of listeners) socket.on('radio:frame', recordFrame)
    if (speaker) talks.push(talk(speaker, listeners.length, createRandom(seed - created)).catch(fail))
  }
  process.send?.('connected')
}

async function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

/** Records each SOS and acknowledges it as the web does. Some people open and answer it. */
function follow(socket: Socket, person: Person): void {
  const collected: string[] = []
  socket.on('disconnect', () => (lostSockets += isStopped ? 0 : 1))
  socket.on('alert:new_alert', ({ id }: { id: string }) => {
    const times = (alarms[id] ??= [])
    times.push(clock())
    if (collected.push(id) === 1)
      setTimeout(() => socket.emit('alert:delivered', { alertIds: collected.splice(0) }, () => undefined), COLLECT_MS)
    if (person.random.chance(OPENS_SOS))
      setTimeout(() => void openSos(person, id).catch(fail), person.random.between(0, OPENS_WITHIN_MS))
  })
}

async function openSos({ caller, token, random }: Person, id: string): Promise<void> {
  await caller.request(token, alertRoutes.get.path.replace(':id', id))
  const answer = random.chance(ANSWERS_SOS) ? 'responding' : 'seen'
  await caller.request(token, alertRoutes.answer.path.replace(':id', id), { answer }, 'PUT')
}

/** Talks with a pause after each talk. */
async function talk(page: RadioPage, listeners: number, random: Random): Promise<void> {
  await sleep(random.between(0, TALK_MS))
  while (!isStopped) {
    const { transmissionId } = (await send(page, 'radio:floor', { language: 'en' })) as { transmissionId: string } // its reply
    const sent = await transmit(page, transmissionId, TALK_MS)
    framesSent += sent * listeners
    await send(page, 'radio:release', {})
    await sleep(PAUSE_MS)
  }
}

function recordFrame(bytes: Uint8Array): void {
  const packet = decodeRadioFrame(bytes)?.packets[0]
  if (packet) frames.push(clock() - new DataView(packet.buffer, packet.byteOffset).getFloat64(0))
}

/** One person: an action, then a pause that is exponentially distributed. */
async function act(person: Person, threadId: string, feedId: string): Promise<void> {
  const work = worksOf(person, threadId, feedId)
  for (;;) {
    await sleep(-Math.log(1 - person.random.between()) * ACTION_EVERY_MS)
    if (isStopped) return
    const action = chooseAction(person.random)
    const from = clock()
    await work[action]().then(() => actions[action].push(clock() - from), fail)
  }
}

function worksOf(
  { caller, url, token, random }: Person,
  threadId: string,
  feedId: string,
): Record<Action, () => Promise<unknown>> {
  const get = (path: string) => caller.request(token, path)
  return {
    /** A chat with its last page, and the mark that it was read. */
    async readChat() {
      await Promise.all([
        get(threadRoutes.group.path.replace(':id', threadId)),
        get(`${messageRoutes.list.path.replace(':id', threadId)}?limit=50`),
      ])
      await caller.request(
        token,
        messageRoutes.setStatuses.path,
        [{ messageThreadId: threadId, status: 'seen' }],
        messageRoutes.setStatuses.method,
      )
    },
    writeMessage: () =>
      caller.request(token, messageRoutes.send.path, { messageThreadId: threadId, text: TEXT, clientId: randomUUID() }),
    /** The document, and what home fetches. Its scripts are in the cache of the device. */
    async openHome() {
      await (await fetch(url)).arrayBuffer()
      await get(accountRoutes.me.path)
      const lists = [dashboardRoutes.sections, threadRoutes.personal, threadRoutes.groups, threadRoutes.unreadPersonal]
      await Promise.all([get(`${alertRoutes.list.path}?status=active`), ...lists.map(({ path }) => get(path))])
    },
    readFeed: () => get(postRoutes.list.path.replace(':id', feedId)),
    search: () => get(`${messageSearchRoutes.search.path}?text=${encodeURIComponent(random.pick(SEARCHES))}`),
    async writePost() {
      const body = new FormData()
      body.set('textContent', TEXT)
      body.set('clientId', randomUUID())
      const path = postRoutes.create.path.replace(':id', feedId)
      const reply = await fetch(url + API_BASE + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
      await reply.arrayBuffer()
    },
  }
}

function chooseAction(random: Random): Action {
  let rest = random.between(0, 100)
  const names = Object.keys(WEIGHTS) as Action[] // its own keys
  return names.find((name) => (rest -= WEIGHTS[name]) < 0) ?? 'readChat'
}

function fail(error: unknown): void {
  failures.push(String(error))
}

async function report(): Promise<void> {
  isStopped = true
  await Promise.all([...talks, sleep(OPENS_WITHIN_MS)]) // the last SOS arrive everywhere
  process.send?.({ alarms, frames, framesSent, actions, failures, lostSockets } satisfies PeopleReport)
}
