import type { RadioChat, RadioFloor, RadioThread } from '@noroshi/contract/radio/radio.http'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import {
  listOfRadioChat,
  listThreadsWithRadio,
  pageOfRadioMessages,
  presentRemoved,
  removedRadioOf,
} from '#/features/messaging/radio-messages/radio-messages.service.ts'
import { activeMemberIds, blockersAmong, groupFaces } from '#/features/messaging/relations.service.ts'
import { assertMayWrite, membershipIn } from '#/features/messaging/threads.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { assertChannelOpen } from './alert-channel.service.ts'
import { queueOf } from './radio-floor.sql.ts'
import { presentFloor, presentRadioChat } from './radio.present.ts'
import { chatById, type ChatRow, endedChatsOf, insertChat, runningChat, runningChatsOf, usersInChats } from './radio.sql.ts'

type HistoryPage = Parameters<typeof pageOfRadioMessages>[2]

/** Presents radio chats with their members, in the order of `rows`. */
export async function presentChats(db: Db, rows: readonly ChatRow[]): Promise<RadioChat[]> {
  const users = Map.groupBy(
    await usersInChats(
      db,
      rows.map((row) => row.id),
    ),
    (row) => row.radio_chat_id,
  )
  const userIds = [...users.values()].flat().map((row) => row.user_id)
  const people = await peopleById(db, [...userIds, ...rows.map((row) => row.started_by)])
  return rows.flatMap((row) => {
    const startedBy = people.get(row.started_by)
    const members = (users.get(row.id) ?? []).flatMap(({ user_id }) => people.get(user_id) ?? [])
    return startedBy ? [presentRadioChat(row, startedBy, members)] : []
  })
}

export async function presentChat(db: Db, row: ChatRow): Promise<RadioChat> {
  const [chat] = await presentChats(db, [row])
  if (!chat) throw new Error(`the user who started the radio chat ${row.id} is missing`)
  return chat
}

export async function readFloor(db: Db, row: ChatRow): Promise<RadioFloor> {
  const speaker = row.speaker_id === null ? null : (await peopleById(db, [row.speaker_id])).get(row.speaker_id)
  const queue = await queueOf(db, row.id)
  return presentFloor(
    row,
    speaker ?? null,
    queue.map(({ userId }) => userId),
  )
}

/**
 * Starts the radio chat of a thread and notifies the other members, except those who block the viewer. A running one is
 * returned.
 * @throws thread.notFound (404), thread.blocked (403); of the channel of an alert also alert.notFound (404), alert.alreadyResolved (409)
 */
export const startRadioChat = (deps: Deps, viewer: SignedIn, threadId: string): Promise<{ chat: RadioChat; isNew: boolean }> =>
  deps.transaction(async (tx) => {
    await assertMayWrite(tx, viewer, threadId)
    await assertChannelOpen(tx, viewer, threadId)
    const id = newId()
    const isNew = await insertChat(tx, { id, threadId, userId: viewer.id, at: deps.now() })
    const row = isNew ? await chatById(tx, id) : await runningChat(tx, threadId)
    if (!row) throw new AppError('radio.notRunning') // the running one ended in this moment
    const chat = await presentChat(tx, row)
    if (isNew) {
      const members = (await activeMemberIds(tx, threadId)).filter((userId) => userId !== viewer.id)
      const blockers = await blockersAmong(tx, viewer.id, members)
      const others = members.filter((userId) => !blockers.has(userId))
      const threadName = (await groupFaces(tx, [threadId])).get(threadId)?.name ?? fullNameOf(viewer.firstName, viewer.lastName)
      tx.emit('asr-chat:new', others.map(userRoom), { radioChat: chat, threadName })
    }
    return { chat, isNew }
  })

/** Returns the `endedChat` of the replies by the id of the thread. */
const endedByThread = async (db: Db, threadIds: readonly string[]): Promise<Map<string, Pick<RadioThread, 'endedChat'>>> =>
  new Map((await endedChatsOf(db, threadIds)).map(({ id, thread_id, version }) => [thread_id, { endedChat: { id, version } }]))

/** Returns the running radio chat of a thread. @throws thread.notFound (404) */
export async function readLive({ db }: Deps, viewer: SignedIn, threadId: string) {
  await membershipIn(db, viewer, threadId)
  const row = await runningChat(db, threadId)
  const removed = await removedRadioOf(db, threadId)
  if (!row)
    return { radioChat: null, ...(await endedByThread(db, [threadId])).get(threadId), floor: null, messages: [], ...removed }
  return {
    ...removed,
    radioChat: await presentChat(db, row),
    floor: await readFloor(db, row),
    messages: await listOfRadioChat(db, row.id),
  }
}

/** Returns a page of the radio messages of a thread. @throws thread.notFound (404) */
export async function readHistory(deps: Deps, viewer: SignedIn, threadId: string, page: HistoryPage) {
  await membershipIn(deps.db, viewer, threadId)
  return pageOfRadioMessages(deps, threadId, page)
}

/** Returns the viewer's threads that have or had a radio chat, latest activity first. */
export async function listRadioThreads(deps: Deps, viewer: SignedIn): Promise<{ items: RadioThread[]; nextCursor: null }> {
  const threads = await listThreadsWithRadio(deps, viewer)
  const running = await presentChats(
    deps.db,
    await runningChatsOf(
      deps.db,
      threads.map(({ thread }) => thread.id),
    ),
  )
  const chatOf = new Map(running.map((chat) => [chat.MessageThreadId, chat]))
  const quiet = threads.flatMap(({ thread: { id } }) => (chatOf.has(id) ? [] : [id]))
  const ended = await endedByThread(deps.db, quiet)
  const items = threads.map(({ thread, latestMessage, marks }) => ({
    thread,
    radioChat: chatOf.get(thread.id) ?? null,
    ...ended.get(thread.id),
    latestMessage,
    unreadRadioCount: marks.unread,
    deliveredSeq: marks.delivered_seq,
    seenSeq: marks.seen_seq,
    ...presentRemoved(marks.removed_seq),
  }))
  return { items: items.toSorted((a, b) => (lastId(b) > lastId(a) ? 1 : -1)), nextCursor: null }
}

/** Ids rise with time. A running radio chat counts as activity. */
const lastId = ({ radioChat, latestMessage, thread }: RadioThread): string =>
  [radioChat?.id ?? '', latestMessage?.id ?? '', thread.id].toSorted().at(-1) ?? ''
