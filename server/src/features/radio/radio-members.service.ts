import { RADIO_MEMBERS_MAX, RADIO_SILENT_MINUTES } from '@noroshi/contract/limits'
import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { assertMayWrite } from '#/features/messaging/threads.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom } from '#/features/messaging/messaging.rooms.ts'
import { assertChannelOpen } from './alert-channel.service.ts'
import { radioRoom } from './radio.rooms.ts'
import { clearFloor, releasePage } from './radio-floor.service.ts'
import { presentChat, readFloor } from './radio.service.ts'
import {
  chatById,
  type ChatRow,
  chatsToCheck,
  deleteLeftLocations,
  deleteLocationsOf,
  deletePage,
  deleteVanishedPages,
  endChat,
  isOfResolvedAlert,
  lockRunningChat,
  markEmitted,
  pagesOf,
  raiseChatVersion,
  upsertPage,
  usersInChats,
} from './radio.sql.ts'

/** Milliseconds after which a page without an open socket is no longer in the radio chat. Pages reconnect within seconds. */
const VANISHED_MS = 30_000
/** Milliseconds after which a radio chat ends that no page has joined. */
const UNUSED_MS = 60_000
const MINUTE = 60_000
/** Max pages of one user in a radio chat. */
const PAGES_MAX = 10

/** A page of a user, and its socket. */
interface PageSocket {
  readonly endpointId: string
  readonly socketId: string
}

/**
 * Adds a page to the running radio chat of a thread, or renews it. What it began with an earlier socket ends.
 * @throws thread.notFound (404), thread.blocked (403), radio.notRunning, radio.full (409); and the errors of {@link assertChannelOpen}
 */
export const joinRadioChat = (
  deps: Deps,
  viewer: SignedIn,
  threadId: string,
  { endpointId, socketId }: PageSocket,
): Promise<{ radioChat: RadioChat; floor: RadioFloor }> =>
  deps.transaction(async (tx) => {
    await assertMayWrite(tx, viewer, threadId)
    await assertChannelOpen(tx, viewer, threadId)
    const chat = await lockRunningChat(tx, threadId)
    if (!chat) throw new AppError('radio.notRunning')
    const users = await usersInChats(tx, [chat.id])
    if (users.length >= RADIO_MEMBERS_MAX && !users.some((row) => row.user_id === viewer.id)) throw new AppError('radio.full')
    const pages = await pagesOf(tx, chat.id, [viewer.id])
    const earlierSocket = pages.get(`${viewer.id} ${endpointId}`)
    if (pages.size >= PAGES_MAX && earlierSocket === undefined) throw new AppError('radio.full')
    const isNew = await upsertPage(tx, { radioChatId: chat.id, userId: viewer.id, endpointId, socketId }, threadId)
    if (isNew === null) throw new AppError('thread.notFound')
    if (isNew) await raiseChatVersion(tx, chat.id)
    if (earlierSocket !== socketId) await releasePage(tx, chat, { userId: viewer.id, endpointId }, deps.now())
    const current = await chatById(tx, chat.id)
    return { radioChat: await presentChat(tx, current), floor: await readFloor(tx, current) }
  })

/**
 * Removes a page from the running radio chat of a thread, which ends with its last member. It has no effect if the page joined with
 * another socket meanwhile.
 */
export async function leaveRadioChat(deps: Deps, userId: string, threadId: string, page: PageSocket): Promise<void> {
  const left = await deps.transaction(async (tx) => {
    const chat = await lockRunningChat(tx, threadId)
    if (!chat || !(await deletePage(tx, { radioChatId: chat.id, userId, ...page }))) return []
    return afterLeaving(tx, deps, chat)
  })
  hideLocations(deps, threadId, left)
}

/** Ends radio chats that no user is in, that are silent or whose alert is resolved, removes vanished pages and emits changed members. */
export async function checkRadioChats(deps: Deps): Promise<void> {
  for (const threadId of await chatsToCheck(deps.db, VANISHED_MS, silentBefore(deps))) {
    const left = await deps.transaction((tx) => checkRadioChat(tx, deps, threadId))
    hideLocations(deps, threadId, left)
  }
}

const silentBefore = ({ now }: Pick<Deps, 'now'>) => new Date(now().getTime() - RADIO_SILENT_MINUTES * MINUTE)

/** @returns the users whose location is no longer shared */
async function checkRadioChat(tx: Tx, deps: Deps, threadId: string): Promise<readonly string[]> {
  const chat = await lockRunningChat(tx, threadId)
  if (!chat) return []
  if (await isOfResolvedAlert(tx, threadId)) return end(tx, deps, chat)
  if (chat.last_sound_at < silentBefore(deps) && chat.transmission_id === null) return end(tx, deps, chat)
  const vanished = await deleteVanishedPages(tx, chat.id, VANISHED_MS)
  if (vanished > 0) return afterLeaving(tx, deps, chat)
  const isUnused = deps.now().getTime() - chat.started_at.getTime() > UNUSED_MS
  if (isUnused && (await usersInChats(tx, [chat.id])).length === 0) return end(tx, deps, chat)
  if (await markEmitted(tx, chat.id)) await emitChat(tx, chat)
  return []
}

/** Continues after pages were deleted. @returns the users whose location is no longer shared */
async function afterLeaving(tx: Tx, deps: Deps, chat: ChatRow): Promise<readonly string[]> {
  if ((await usersInChats(tx, [chat.id])).length === 0) return end(tx, deps, chat)
  await raiseChatVersion(tx, chat.id)
  return deleteLeftLocations(tx, chat.id)
}

async function end(tx: Tx, deps: Deps, chat: ChatRow): Promise<readonly string[]> {
  await clearFloor(tx, chat, deps.now())
  await endChat(tx, chat.id, deps.now())
  await emitChat(tx, chat)
  return []
}

async function emitChat(tx: Tx, { id, thread_id }: ChatRow): Promise<void> {
  tx.emit('asr-chat:updated', [threadRoom(thread_id), radioRoom(thread_id)], await presentChat(tx, await chatById(tx, id)))
}

/** Deletes the locations of a user who does not share them any more, and hides them on the maps of this process. */
export async function hideLocationsOf(deps: Deps, userId: string): Promise<void> {
  for (const threadId of await deleteLocationsOf(deps.db, userId)) hideLocations(deps, threadId, [userId])
}

/** Removes the locations of users from the maps of the members. */
export function hideLocations(deps: Pick<Deps, 'realtime'>, messageThreadId: string, userIds: readonly string[]): void {
  for (const userId of userIds)
    deps.realtime.emitHint('asr-chat:location', [radioRoom(messageThreadId)], { messageThreadId, userId, location: null })
}
