import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { Caller } from '../caller.ts'
import { SILENCE } from '../scenes/radio.ts'
import { TestSocket } from '../test-socket.ts'
import { LoadGenerator, type Sent } from './load-generator.ts'

// A process with devices that raise alerts, send messages and files, and talk. It reports what the server has acknowledged.

export interface KillClientsOptions {
  readonly url: string
  readonly writers: readonly string[]
  readonly alertId: string
  /** A group with a radio chat, and the token of a member who sends files and of one who talks. */
  readonly threadId: string
  readonly uploader: string
  readonly speaker: string
}

/** The writes that the server has acknowledged to a device. */
export type Acknowledged =
  | Pick<Sent, 'clientId' | 'kind' | 'id'>
  | { readonly kind: 'file'; readonly clientId: string; readonly id: string; readonly url: string; readonly hash: string }
  | { readonly kind: 'talk'; readonly id: string }

const RETRY_MS = 50
const REPORT_EVERY_MS = 20
const FILE_BYTES = 40_000
/** Frames of a talk, of two packets each. */
const FRAMES = 10
const FRAME_MS = 40
/** Max milliseconds until a socket is open or a command is acknowledged. A killed server may never reply to either. */
const ACK_WITHIN_MS = 10_000

/** The page of the speaker. With the same one it gets the floor that a killed server had granted to it. */
const ENDPOINT = randomUUID()

const acknowledged: Acknowledged[] = []
let isStopped = false
let stopLoad: () => Promise<void> = async () => undefined

process.on('message', (message: KillClientsOptions | 'stop') => {
  if (message === 'stop') void stop()
  else start(message)
})
process.once('disconnect', () => process.exit())

function start({ url, writers, alertId, threadId, uploader, speaker }: KillClientsOptions): void {
  const load = new LoadGenerator(() => url, { raisers: [], writers: [...writers], alertId })
  const others = [repeat(() => sendFile(url, uploader, threadId)), repeat(() => talk(url, speaker, threadId))]
  stopLoad = async () => {
    await Promise.all([load.stop(), ...others])
    acknowledged.push(...load.acknowledged.splice(0))
    report(load.wrong)
  }
  setInterval(() => {
    acknowledged.push(...load.acknowledged.splice(0))
    report(load.wrong)
  }, REPORT_EVERY_MS)
}

function report(wrong: string[]): void {
  if (acknowledged.length > 0) process.send?.({ acknowledged: acknowledged.splice(0) })
  if (wrong.length > 0) process.send?.({ wrong: wrong.splice(0) })
}

async function stop(): Promise<void> {
  isStopped = true
  await stopLoad()
  process.send?.('stopped')
}

async function repeat(work: () => Promise<void>): Promise<void> {
  while (!isStopped) await work()
}

/** Sends a file, and repeats it until it is acknowledged. */
async function sendFile(url: string, token: string, messageThreadId: string): Promise<void> {
  const clientId = randomUUID()
  const bytes = new TextEncoder().encode(randomBytes(FILE_BYTES / 2).toString('hex'))
  const sent = { form: { messageThreadId, clientId }, files: [{ field: 'messageMedia', name: 'notes.txt', bytes }] }
  for (;;) {
    const reply = await new Caller(url, token).request(messageRoutes.upload, sent).catch(() => null)
    if (reply !== null && reply.status < 300) {
      const { id, messageMedias } = reply.body
      const hash = createHash('sha256').update(bytes).digest('hex')
      acknowledged.push({ kind: 'file', clientId, id, url: messageMedias[0]?.mediaUrl ?? '', hash })
      return
    }
    await sleep(RETRY_MS)
  }
}

/** Talks in the radio chat. A talk that a kill interrupts is not acknowledged. */
async function talk(url: string, token: string, messageThreadId: string): Promise<void> {
  try {
    await new Caller(url, token).fetch(radioRoutes.start, { params: { threadId: messageThreadId } })
    const late = sleep(ACK_WITHIN_MS).then(() => Promise.reject(new Error('the socket was not opened')))
    const socket = await Promise.race([TestSocket.at(url, { token }), late])
    try {
      await talkOn(socket, { messageThreadId, endpointId: ENDPOINT })
    } finally {
      socket.close()
    }
  } catch {
    await sleep(RETRY_MS) // the server or its PostgreSQL was killed
  }
}

async function talkOn({ socket: typed }: TestSocket, page: { messageThreadId: string; endpointId: string }): Promise<void> {
  const socket = typed as unknown as Socket // commands by their names
  const send = async (name: string, payload: object) => {
    const ack = (await socket.timeout(ACK_WITHIN_MS).emitWithAck(name, { ...page, ...payload })) as {
      readonly ok: boolean
      readonly reply?: { readonly transmissionId?: string | null; readonly message?: { readonly id: string } | null }
    } // the acknowledgement of each command
    if (!ack.ok) throw new Error(name)
    return ack.reply
  }
  await send('asr-chat:join', {})
  const transmissionId = (await send('radio:floor', { language: 'en' }))?.transmissionId ?? null
  if (transmissionId === null) throw new Error('the floor was not granted')
  for (let frame = 0; frame < FRAMES; frame++) {
    socket.emit('radio:frame', encodeRadioFrame({ transmissionId, seq: frame * 2, packets: [SILENCE, SILENCE] }))
    await sleep(FRAME_MS)
  }
  await send('radio:release', {})
  const message = (await send('radio:outcome', { transmissionId }))?.message ?? null
  if (message !== null) acknowledged.push({ kind: 'talk', id: message.id })
}
