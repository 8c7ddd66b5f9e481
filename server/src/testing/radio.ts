import { randomUUID } from 'node:crypto'
import type { CommandReply } from '@noroshi/contract/realtime'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { type RadioChat, radioRoutes } from '@noroshi/contract/radio/radio.http'
import type { Caller } from './caller.ts'
import type { TestSocket } from './test-socket.ts'

// Actions of users in radio chats. All throw for an error, except those named `try`.

/** An Opus packet of 20 ms of silence. */
export const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe)

export const startRadio = (caller: Caller, threadId: string): Promise<RadioChat> =>
  caller.fetch(radioRoutes.start, { params: { threadId } })

export const fetchLive = (caller: Caller, id: string) => caller.fetch(radioRoutes.live, { params: { id } })

export const fetchHistory = async (caller: Caller, id: string, query: Record<string, number> = {}): Promise<Message[]> =>
  (await caller.fetch(radioRoutes.history, { params: { id }, query })).items

/** A page that is in a radio chat. */
export interface RadioPage {
  readonly socket: TestSocket
  readonly messageThreadId: string
  readonly endpointId: string
}

const ofPage = ({ messageThreadId, endpointId }: RadioPage) => ({ messageThreadId, endpointId })

/** Joins the running radio chat with a socket. */
export async function openRadioPage(
  socket: TestSocket,
  messageThreadId: string,
  endpointId: string = randomUUID(),
): Promise<RadioPage> {
  const ack = await socket.send('asr-chat:join', { messageThreadId, endpointId })
  if (!ack.ok) throw new Error(ack.code)
  return { socket, messageThreadId, endpointId }
}

export const leaveRadio = (page: RadioPage) => page.socket.send('asr-chat:leave', ofPage(page))

export const tryPress = (page: RadioPage, options: object = {}) =>
  page.socket.send('radio:floor', { ...ofPage(page), language: 'en', ...options })

/** Returns the transmissions that these acknowledgements grant. A speaker without frames may lose the floor in the same moment. */
export function grantedBy(acks: readonly Awaited<ReturnType<typeof tryPress>>[]): string[] {
  return acks.flatMap((ack) => {
    if (ack.ok) return ack.reply.transmissionId ?? []
    if (ack.code !== 'radio.notSpeaking') throw new Error(ack.code)
    return []
  })
}

/** Requests the floor. */
export async function press(page: RadioPage, options: object = {}): Promise<CommandReply<'radio:floor'>> {
  const ack = await tryPress(page, options)
  if (!ack.ok) throw new Error(ack.code)
  return ack.reply
}

/** Requests the floor and returns the id of the transmission. @throws if the floor is not granted at once */
export async function talk(page: RadioPage, options: object = {}): Promise<string> {
  const { transmissionId } = await press(page, options)
  if (transmissionId === null) throw new Error('the floor is not granted')
  return transmissionId
}

export const release = (page: RadioPage) => page.socket.send('radio:release', ofPage(page))

/** Sends packets of silence in frames of two, without an acknowledgement, as a page does. */
export function sendSound({ socket }: RadioPage, transmissionId: string, packets: number, from = 0): void {
  for (let seq = from; seq < from + packets; seq += 2)
    socket.socket.emit('radio:frame', encodeRadioFrame({ transmissionId, seq, packets: [SILENCE, SILENCE] }))
}

/** Waits for the message that a transmission becomes; null without speech. */
export async function outcomeOf({ socket, messageThreadId }: RadioPage, transmissionId: string): Promise<Message | null> {
  const ack = await socket.send('radio:outcome', { messageThreadId, transmissionId })
  if (!ack.ok) throw new Error(ack.code)
  return ack.reply.message
}

/** Talks for 25 frames of two packets (one second), releases the floor and returns the message. */
export async function say(page: RadioPage, options: object = {}): Promise<Message | null> {
  const transmissionId = await talk(page, options)
  sendSound(page, transmissionId, 50)
  await release(page)
  return outcomeOf(page, transmissionId)
}
