import { randomUUID } from 'node:crypto'
import type { CommandReply } from '@noroshi/contract/realtime'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { decodeRadioFrame, encodeRadioFrame, type RadioFrame } from '@noroshi/contract/radio/frames'
import { type RadioChat, type RadioFloor, radioRoutes } from '@noroshi/contract/radio/radio.http'
import type { Caller } from '../caller.ts'
import type { TestSocket } from '../test-socket.ts'

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

/** A user who opens pages. */
export interface RadioUser extends Caller {
  readonly id: string
  openSocket(): Promise<TestSocket>
}

/**
 * Starts the radio chat of a new group, which the first user creates. Each user joins with a page; `others` are members without one.
 * @returns the ids of the thread and of the radio chat, and the pages in the order of their users
 */
export async function openChannel<const Users extends readonly [RadioUser, ...RadioUser[]]>(
  users: Users,
  others: readonly RadioUser[] = [],
): Promise<{
  readonly id: string
  readonly radioChatId: string
  readonly pages: { readonly [Index in keyof Users]: RadioPage }
}> {
  const [first, ...rest] = users
  const recipients = [...rest, ...others].map((user) => user.id)
  const { id } = await first.fetch(threadRoutes.createGroup, { body: { name: 'Night watch', recipients } })
  const { id: radioChatId } = await startRadio(first, id)
  const pages: RadioPage[] = []
  for (const user of users) pages.push(await openRadioPage(await user.openSocket(), id))
  return { id, radioChatId, pages: pages as { [Index in keyof Users]: RadioPage } } // one page for each user
}

/** Opens the radio chat of a new group. The bystander is a member of the group alone, without a page. */
export async function openPages(speaker: RadioUser, listener: RadioUser, bystander: RadioUser) {
  const { id: groupId, pages } = await openChannel([speaker, listener], [bystander])
  return { groupId, speaker: pages[0], listener: pages[1], bystander: await bystander.openSocket() }
}

/** The floors that a page has received. */
export const floorsAt = ({ socket }: RadioPage): RadioFloor[] => socket.payloadsOf('radio:floor') as RadioFloor[] // the payload type of this name

/** Returns the last floor that a page received, after all committed changes. */
export async function floorAt(page: RadioPage): Promise<RadioFloor | undefined> {
  await page.socket.settle()
  return floorsAt(page).at(-1)
}

/** The frames that a socket has received. */
export const framesAt = ({ socket }: Pick<RadioPage, 'socket'>): RadioFrame[] =>
  socket.payloadsOf('radio:frame').flatMap((bytes) => decodeRadioFrame(bytes as Uint8Array) ?? []) // the payload type of this name

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
