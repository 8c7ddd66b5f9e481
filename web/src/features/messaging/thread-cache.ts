import type { QueryClient } from '@tanstack/react-query'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, SharedThread } from '@noroshi/contract/messaging/threads.http'
import { currentReader } from '../../platform/reader.ts'
import { hasGap, withAnnounced } from './chat-window.ts'
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
import { whenSettled } from './when-settled.ts'

const kindOf = ({ isGroup }: Pick<SharedThread, 'isGroup'>): ThreadKind => (isGroup ? 'group' : 'personal')
const activityOf = ({ latestMessage, createdAt }: MessageThread) => latestMessage?.createdAt ?? createdAt

/** Newest activity first; of equal ones the one with more unread (specification, section 4). */
export const inOrder = (threads: readonly MessageThread[]): MessageThread[] =>
  threads.toSorted(
    (a, b) =>
      activityOf(b).localeCompare(activityOf(a)) || b.unreadMessagesCount - a.unreadMessagesCount || b.id.localeCompare(a.id),
  )

/** A thread wherever it is loaded. */
export function knownThread(cache: QueryClient, id: string): MessageThread | undefined {
  const detail = cache.getQueryData(threadQuery(id).queryKey)
  if (detail) return detail
  for (const kind of ['personal', 'group'] as const) {
    const known = cache.getQueryData(threadsQuery(kind).queryKey)?.items.find((thread) => thread.id === id)
    if (known) return known
  }
  return undefined
}

/** Changes a thread wherever it is loaded. */
export function changeThread(cache: QueryClient, id: string, change: (thread: MessageThread) => MessageThread) {
  for (const { queryKey } of [threadQuery(id), groupQuery(id)]) cache.setQueryData(queryKey, (known) => known && change(known))
  for (const kind of ['personal', 'group'] as const) {
    const { queryKey } = threadsQuery(kind)
    const list = cache.getQueryData(queryKey)
    // A list without it is not written: that would take back that it shall be asked for again.
    if (!list?.items.some((thread) => thread.id === id)) continue
    cache.setQueryData(queryKey, {
      ...list,
      items: inOrder(list.items.map((thread) => (thread.id === id ? change(thread) : thread))),
    })
  }
}

/** Who reads, and what they made of it, stays; of what both have, the further. */
function newestOfBoth(known: MessageThread, next: MessageThread): MessageThread {
  const last = (known.latestMessage?.seq ?? 0) > (next.latestMessage?.seq ?? 0) ? known : next
  const newer = known.version > next.version ? known : next
  return { ...newer, latestMessage: last.latestMessage, watermarks: further(known.watermarks, next.watermarks) }
}

const further = (a: Watermarks, b: Watermarks): Watermarks => ({
  deliveredSeq: Math.max(a.deliveredSeq, b.deliveredSeq),
  seenSeq: Math.max(a.seenSeq, b.seenSeq),
})

/** A thread as the unit gave it to this reader: also one that is not on a list yet. */
export function keepThread(cache: QueryClient, thread: MessageThread) {
  const kept = (known: MessageThread | undefined) => (known ? newestOfBoth(known, thread) : thread)
  cache.setQueryData(threadQuery(thread.id).queryKey, kept)
  cache.setQueryData(threadsQuery(kindOf(thread)).queryKey, (list) => {
    if (!list) return list
    const known = list.items.find(({ id }) => id === thread.id)
    return { ...list, items: inOrder([...list.items.filter(({ id }) => id !== thread.id), kept(known)]) }
  })
  if (thread.isGroup) cache.setQueryData(groupQuery(thread.id).queryKey, (known) => known && kept(known))
}

/** It is gone for this reader. */
export function dropThread(cache: QueryClient, id: string) {
  for (const kind of ['personal', 'group'] as const) {
    cache.setQueryData(
      threadsQuery(kind).queryKey,
      (list) => list && { ...list, items: list.items.filter((one) => one.id !== id) },
    )
  }
  for (const { queryKey } of [chatQuery(id), membersQuery(id), myMembershipQuery(id)]) cache.removeQueries({ queryKey })
}

/** Who blocks whom, as this reader sees it. */
function blocks(known: MessageThread, { blockedBy }: SharedThread) {
  const isMine = blockedBy.includes(currentReader()?.id ?? '')
  return {
    hasAccepted: isMine ? false : known.hasAccepted === false ? true : known.hasAccepted,
    hasRecipientBlocked: known.recipient !== null && blockedBy.includes(known.recipient.id),
  }
}

/** An announced thread: this reader's own part stays as it is known; one that is not known is asked for. */
export function mergeThread(cache: QueryClient, shared: SharedThread) {
  if (!knownThread(cache, shared.id)) {
    void cache.invalidateQueries({ queryKey: threadsQuery(kindOf(shared)).queryKey })
    return
  }
  changeThread(cache, shared.id, (known) =>
    newestOfBoth(known, { ...known, ...shared, ...(shared.version >= known.version && blocks(known, shared)) }),
  )
  for (const { queryKey } of [membersQuery(shared.id), myMembershipQuery(shared.id)]) void cache.invalidateQueries({ queryKey })
}

/** A message of another that this person has not read: personal threads are counted once each (specification, section 4). */
function markUnread(cache: QueryClient, { MessageThreadId: id, isGroupMessage }: Message) {
  if (isGroupMessage) return
  cache.setQueryData(unreadPersonalQuery.queryKey, (unread) =>
    unread && !unread.threadIds.includes(id) ? { threadIds: [...unread.threadIds, id], count: unread.count + 1 } : unread,
  )
}

function markRead(cache: QueryClient, id: string) {
  cache.setQueryData(unreadPersonalQuery.queryKey, (unread) => {
    if (!unread?.threadIds.includes(id)) return unread
    return { threadIds: unread.threadIds.filter((one) => one !== id), count: unread.count - 1 }
  })
}

/** What is still missing between the messages of a chat is asked for. */
function fillGap(cache: QueryClient, id: string) {
  const { queryKey } = chatQuery(id)
  const lacksSome = () => {
    const window = cache.getQueryData(queryKey)
    return window !== undefined && hasGap(window)
  }
  if (lacksSome()) whenSettled(`chat ${id}`, () => void (lacksSome() && cache.invalidateQueries({ queryKey })))
}

/** One that comes out of turn may be new or known: how many are unread is then the unit's to say. */
function recount(cache: QueryClient, { MessageThreadId: id, isGroupMessage }: Message) {
  const { queryKey } = threadsQuery(isGroupMessage ? 'group' : 'personal')
  whenSettled(`threads ${id}`, () => {
    void cache.invalidateQueries({ queryKey })
    void cache.invalidateQueries({ queryKey: threadQuery(id).queryKey })
  })
}

/** A new message on its list, its badge and its chat. */
export function takeMessage(cache: QueryClient, message: Message) {
  const { MessageThreadId: id, seq, SenderId, isGroupMessage } = message
  const isMine = SenderId === currentReader()?.id
  cache.setQueryData(chatQuery(id).queryKey, (window) => window && withAnnounced(window, message))
  fillGap(cache, id)

  const known = knownThread(cache, id)
  if (!known) void cache.invalidateQueries({ queryKey: threadsQuery(isGroupMessage ? 'group' : 'personal').queryKey })
  const isUnread = !isMine && !isOpenThread(id) && seq > (known?.seenSeq ?? 0)
  if (isUnread) markUnread(cache, message)
  const last = known?.latestMessage?.seq ?? 0
  if (known && isUnread && seq !== last && seq !== last + 1) recount(cache, message)
  changeThread(cache, id, (thread) => {
    const shown = thread.latestMessage?.seq ?? 0
    if (shown > seq) return thread
    return {
      ...thread,
      // A change of the thread may have told of it before, and was not counted.
      latestMessage: shown < seq ? message : thread.latestMessage,
      hasAccepted: isMine ? (thread.hasAccepted ?? true) : thread.hasAccepted,
      unreadMessagesCount: isUnread ? unreadOf(thread, seq) : thread.unreadMessagesCount,
    }
  })
  // Who writes has seen all that stood before it, on whichever of their devices.
  if (isMine && last > seq) recount(cache, message)
  else if (isMine) takeOwnMarks(cache, id, { deliveredSeq: seq, seenSeq: seq, unreadMessagesCount: 0 })
}

type OwnMarks = Pick<MessageThread, 'deliveredSeq' | 'seenSeq' | 'unreadMessagesCount'>

/** Places are unbroken: what stands behind the mark is unread (decisions/0016). */
const unreadOf = ({ seenSeq, unreadMessagesCount }: Omit<OwnMarks, 'deliveredSeq'>, lastSeq: number): number =>
  Math.min(UNREAD_MAX, Math.max(unreadMessagesCount, lastSeq - seenSeq))

export function takeWatermarks(cache: QueryClient, id: string, watermarks: Watermarks) {
  changeThread(cache, id, (thread) => ({ ...thread, watermarks: further(thread.watermarks, watermarks) }))
}

/**
 * What this person got and read, on whichever device. An older telling changes nothing. The unit may have counted before the newest
 * message here, which is unread then unless it is one's own.
 */
export function takeOwnMarks(cache: QueryClient, id: string, marks: OwnMarks) {
  changeThread(cache, id, (thread) => {
    if (thread.seenSeq > marks.seenSeq) return thread
    const last = thread.latestMessage
    const isMine = last?.SenderId === currentReader()?.id
    const seenSeq = isMine ? Math.max(marks.seenSeq, last?.seq ?? 0) : marks.seenSeq
    const counted = Math.max(0, marks.seenSeq + marks.unreadMessagesCount - seenSeq)
    return {
      ...thread,
      deliveredSeq: Math.max(thread.deliveredSeq, marks.deliveredSeq, seenSeq),
      seenSeq,
      unreadMessagesCount: unreadOf({ seenSeq, unreadMessagesCount: counted }, last?.seq ?? 0),
    }
  })
  const known = knownThread(cache, id)
  if (known?.unreadMessagesCount === 0) markRead(cache, id)
  else if (!known) recountUnread(cache, id)
}

/** Of a thread that is loaded nowhere it cannot be told here what came after the mark. */
function recountUnread(cache: QueryClient, id: string) {
  const { queryKey } = unreadPersonalQuery
  if (cache.getQueryData(queryKey)?.threadIds.includes(id))
    whenSettled('unread', () => void cache.invalidateQueries({ queryKey }))
}

/** This person has a thread before their eyes: at once here, and the unit is told. */
export function readHere(cache: QueryClient, { id, deliveredSeq }: MessageThread, seq: number) {
  takeOwnMarks(cache, id, { deliveredSeq: Math.max(deliveredSeq, seq), seenSeq: seq, unreadMessagesCount: 0 })
}
