import type { QueryClient } from '@tanstack/react-query'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, SharedThread } from '@noroshi/contract/messaging/threads.http'
import { currentUser } from '../../platform/current-user.ts'
import { hasGap, withChanged, withReceived } from './chat-window.ts'
import {
  chatQuery,
  groupQuery,
  membersQuery,
  myMembershipQuery,
  type ThreadKind,
  threadQuery,
  threadsQuery,
  unreadPersonalQuery,
} from './messaging.queries.ts'
import { isOpenThread } from './open-thread.ts'
import { checkLater } from './check-later.ts'

const kindOf = ({ isGroup }: Pick<SharedThread, 'isGroup'>): ThreadKind => (isGroup ? 'group' : 'personal')
/**
 * The id of the last message, or of the thread itself. Ids keep the order of activity also after the server's clock went
 * back.
 */
const activityOf = ({ latestMessage, id }: MessageThread) => (latestMessage && latestMessage.id > id ? latestMessage.id : id)

/** Newest activity first. Two activities are never equal, so the unread count decides nothing (decisions/0030). */
export const sortByActivity = (threads: readonly MessageThread[]): MessageThread[] =>
  threads.toSorted((a, b) => (activityOf(a) > activityOf(b) ? -1 : 1))

/** Returns a thread from any cached query. */
export function knownThread(cache: QueryClient, id: string): MessageThread | undefined {
  const detail = cache.getQueryData(threadQuery(id).queryKey)
  if (detail) return detail
  for (const kind of ['personal', 'group'] as const) {
    const known = cache.getQueryData(threadsQuery(kind).queryKey)?.items.find((thread) => thread.id === id)
    if (known) return known
  }
  return undefined
}

/** False for a personal thread whose recipient has opened it before its first message. */
const isListed = (cache: QueryClient, thread: MessageThread): boolean =>
  cache.getQueryData(threadsQuery(kindOf(thread)).queryKey)?.items.some(({ id }) => id === thread.id) ?? true

/** Changes a thread in all cached queries. */
export function changeThread(cache: QueryClient, id: string, change: (thread: MessageThread) => MessageThread) {
  for (const { queryKey } of [threadQuery(id), groupQuery(id)]) cache.setQueryData(queryKey, (known) => known && change(known))
  for (const kind of ['personal', 'group'] as const) {
    const { queryKey } = threadsQuery(kind)
    const list = cache.getQueryData(queryKey)
    // Do not write a list without the thread: that would clear its pending invalidation.
    if (!list?.items.some((thread) => thread.id === id)) continue
    cache.setQueryData(queryKey, {
      ...list,
      items: sortByActivity(list.items.map((thread) => (thread.id === id ? change(thread) : thread))),
    })
  }
}

/** Merges two copies of a thread: the higher version, the later latest message, the higher watermarks. */
function mergeThreads(known: MessageThread, next: MessageThread): MessageThread {
  const last = (known.latestMessage?.seq ?? 0) > (next.latestMessage?.seq ?? 0) ? known : next
  const newer = known.version > next.version ? known : next
  return { ...newer, latestMessage: last.latestMessage, watermarks: highestWatermarks(known.watermarks, next.watermarks) }
}

const highestWatermarks = (a: Watermarks, b: Watermarks): Watermarks => ({
  deliveredSeq: Math.max(a.deliveredSeq, b.deliveredSeq),
  seenSeq: Math.max(a.seenSeq, b.seenSeq),
})

/** Writes a thread from a reply into all cached queries; adds it to its list if missing. */
export function upsertThread(cache: QueryClient, thread: MessageThread) {
  const merge = (known: MessageThread | undefined) => (known ? mergeThreads(known, thread) : thread)
  cache.setQueryData(threadQuery(thread.id).queryKey, merge)
  cache.setQueryData(threadsQuery(kindOf(thread)).queryKey, (list) => {
    if (!list) return list
    const known = list.items.find(({ id }) => id === thread.id)
    return { ...list, items: sortByActivity([...list.items.filter(({ id }) => id !== thread.id), merge(known)]) }
  })
  if (thread.isGroup) cache.setQueryData(groupQuery(thread.id).queryKey, (known) => known && merge(known))
  else syncUnread(cache, thread.id)
}

/** Removes a thread that the user has left. */
export function removeThread(cache: QueryClient, id: string) {
  for (const kind of ['personal', 'group'] as const) {
    cache.setQueryData(
      threadsQuery(kind).queryKey,
      (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
    )
  }
  for (const { queryKey } of [chatQuery(id), membersQuery(id), myMembershipQuery(id)]) cache.removeQueries({ queryKey })
}

/** Derives the block from the user's point of view. The user's own block hides unread messages; unblocking shows them again. */
function blockFields(known: MessageThread, { blockedBy }: SharedThread) {
  const isMine = blockedBy.includes(currentUser()?.id ?? '')
  const isOver = !isMine && known.hasAccepted === false
  return {
    hasAccepted: isMine ? false : isOver ? true : known.hasAccepted,
    hasRecipientBlocked: known.recipient !== null && blockedBy.includes(known.recipient.id),
    ...(isMine && { unreadMessagesCount: 0 }),
    ...(isOver && { unreadMessagesCount: unreadOf({ ...known, hasAccepted: true }, known.latestMessage?.seq ?? 0) }),
  }
}

/** Applies a thread event. The user's own fields stay as cached; an unknown thread refetches its list. */
export function mergeThread(cache: QueryClient, shared: SharedThread) {
  const before = knownThread(cache, shared.id)
  if (!before) {
    void cache.invalidateQueries({ queryKey: threadsQuery(kindOf(shared)).queryKey })
    return
  }
  changeThread(cache, shared.id, (known) =>
    mergeThreads(known, { ...known, ...shared, ...(shared.version >= known.version && blockFields(known, shared)) }),
  )
  if (knownThread(cache, shared.id)?.hasAccepted !== before.hasAccepted) syncUnread(cache, shared.id)
  for (const { queryKey } of [membersQuery(shared.id), myMembershipQuery(shared.id)]) void cache.invalidateQueries({ queryKey })
}

/** A personal thread with unread messages counts once (specification, section 4). */
function markUnread(cache: QueryClient, id: string) {
  cache.setQueryData(unreadPersonalQuery.queryKey, (unread) =>
    unread && !unread.threadIds.includes(id) ? { threadIds: [...unread.threadIds, id], count: unread.count + 1 } : unread,
  )
}

function markRead(cache: QueryClient, id: string) {
  cache.setQueryData(unreadPersonalQuery.queryKey, (unread) => {
    if (!unread?.threadIds.includes(id)) return unread
    return { threadIds: unread.threadIds.filter((item) => item !== id), count: unread.count - 1 }
  })
}

/** Updates the unread list from the cached state of one personal thread. */
function syncUnread(cache: QueryClient, id: string) {
  const known = knownThread(cache, id)
  if (known) (known.unreadMessagesCount > 0 ? markUnread : markRead)(cache, id)
}

/** Refetches a chat if messages between others are still missing after a delay. */
function fillGap(cache: QueryClient, id: string) {
  const { queryKey } = chatQuery(id)
  const hasMissing = () => {
    const window = cache.getQueryData(queryKey)
    return window !== undefined && hasGap(window)
  }
  if (hasMissing()) checkLater(`chat ${id}`, () => void (hasMissing() && cache.invalidateQueries({ queryKey })))
}

/** Refetches the unread count: a message out of order may or may not be counted already. */
function recount(cache: QueryClient, { MessageThreadId: id, isGroupMessage }: Message) {
  const { queryKey } = threadsQuery(isGroupMessage ? 'group' : 'personal')
  checkLater(`threads ${id}`, () => {
    void cache.invalidateQueries({ queryKey })
    void cache.invalidateQueries({ queryKey: threadQuery(id).queryKey })
  })
}

/** Applies a new message to the thread list, the badge and the chat. The thread of an alert has a chat only. */
export function applyMessage(cache: QueryClient, message: Message) {
  const { MessageThreadId: id, seq, SenderId, isGroupMessage } = message
  const isMine = SenderId === currentUser()?.id
  cache.setQueryData(chatQuery(id).queryKey, (window) => window && withReceived(window, message))
  fillGap(cache, id)
  if (message.alertId !== null) return

  const known = knownThread(cache, id)
  if (!known || !isListed(cache, known))
    void cache.invalidateQueries({ queryKey: threadsQuery(isGroupMessage ? 'group' : 'personal').queryKey })
  // A message that was sent before the reader blocked its sender may arrive after the block.
  const isUnread = !isMine && !isOpenThread(id) && known?.hasAccepted !== false && seq > (known?.seenSeq ?? 0)
  if (isUnread && !isGroupMessage) markUnread(cache, id)
  const last = known?.latestMessage?.seq ?? 0
  if (known && isUnread && seq !== last && seq !== last + 1) recount(cache, message)
  changeThread(cache, id, (thread) => {
    const shown = thread.latestMessage?.seq ?? 0
    if (shown > seq) return thread
    return {
      ...thread,
      // An event of the thread may have set the latest message before without counting it.
      latestMessage: shown < seq ? message : thread.latestMessage,
      hasAccepted: isMine ? (thread.hasAccepted ?? true) : thread.hasAccepted,
      unreadMessagesCount: isUnread ? unreadOf(thread, seq) : thread.unreadMessagesCount,
    }
  })
  // Writing on any device marks all earlier messages as seen.
  if (isMine && last > seq) recount(cache, message)
  else if (isMine) applyOwnMarks(cache, id, { deliveredSeq: seq, seenSeq: seq, unreadMessagesCount: 0 })
}

/** Applies a message whose transcript changed, where it is loaded. */
export function applyChangedMessage(cache: QueryClient, message: Message) {
  const { MessageThreadId: id } = message
  cache.setQueryData(chatQuery(id).queryKey, (window) => window && withChanged(window, message))
  if (message.alertId !== null) return
  changeThread(cache, id, (thread) => {
    const last = thread.latestMessage
    return last?.id === message.id && last.version < message.version ? { ...thread, latestMessage: message } : thread
  })
}

type OwnMarks = Pick<MessageThread, 'deliveredSeq' | 'seenSeq' | 'unreadMessagesCount'>
type Counted = Pick<MessageThread, 'seenSeq' | 'unreadMessagesCount' | 'hasAccepted'>

/** Seqs have no gaps, so messages above `seenSeq` are unread (decisions/0016). A thread that the user blocks has none. */
const unreadOf = ({ seenSeq, unreadMessagesCount, hasAccepted }: Counted, lastSeq: number): number =>
  hasAccepted === false ? 0 : Math.min(UNREAD_MAX, Math.max(unreadMessagesCount, lastSeq - seenSeq))

export function applyWatermarks(cache: QueryClient, id: string, watermarks: Watermarks) {
  changeThread(cache, id, (thread) => ({ ...thread, watermarks: highestWatermarks(thread.watermarks, watermarks) }))
}

/**
 * Applies what the user received and read on any device. An older update changes nothing. The server may have counted before
 * the newest cached message arrived: that message is then unread unless the user wrote it.
 */
export function applyOwnMarks(cache: QueryClient, id: string, marks: OwnMarks) {
  changeThread(cache, id, (thread) => {
    if (thread.seenSeq > marks.seenSeq) return thread
    const last = thread.latestMessage
    const isMine = last?.SenderId === currentUser()?.id
    const seenSeq = isMine ? Math.max(marks.seenSeq, last?.seq ?? 0) : marks.seenSeq
    const counted = Math.max(0, marks.seenSeq + marks.unreadMessagesCount - seenSeq)
    return {
      ...thread,
      deliveredSeq: Math.max(thread.deliveredSeq, marks.deliveredSeq, seenSeq),
      seenSeq,
      unreadMessagesCount: unreadOf({ ...thread, seenSeq, unreadMessagesCount: counted }, last?.seq ?? 0),
    }
  })
  const known = knownThread(cache, id)
  if (known?.unreadMessagesCount === 0) markRead(cache, id)
  else if (!known) recountUnread(cache, id)
}

/** Refetches the unread list for a thread that is not cached: its messages after `seenSeq` are unknown here. */
function recountUnread(cache: QueryClient, id: string) {
  const { queryKey } = unreadPersonalQuery
  if (cache.getQueryData(queryKey)?.threadIds.includes(id)) checkLater('unread', () => void cache.invalidateQueries({ queryKey }))
}

/** Marks a thread as read in the cache, before the server confirms it. */
export function markThreadRead(cache: QueryClient, { id, deliveredSeq }: MessageThread, seq: number) {
  applyOwnMarks(cache, id, { deliveredSeq: Math.max(deliveredSeq, seq), seenSeq: seq, unreadMessagesCount: 0 })
}
