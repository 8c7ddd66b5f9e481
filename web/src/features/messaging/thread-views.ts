import { UNREAD_MAX } from '@noroshi/contract/limits'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { currentUser } from '../../platform/session/current-user.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { createListViews, createViews } from '../../platform/store/views.ts'
import {
  latestEntity,
  listingEntity,
  mentionEntity,
  ownMarksEntity,
  removedEntity,
  settingsEntity,
  type StoredSettings,
  type ThreadFacts,
  type ThreadKind,
  threadEntity,
  threadTypes,
  viewerEntity,
  watermarksEntity,
} from './messaging.entities.ts'
import { isOpenThread } from './open-thread.ts'

/** Calls back after each change of a thread ({@link EntityStore.subscribe}). */
export const THREAD_KEYS = threadTypes.map(({ name }) => name).join(' ')

const NO_WATERMARKS = { deliveredSeq: 0, seenSeq: 0 }

const threadView = createViews<MessageThread>()
const listView = createListViews<MessageThread>()

/**
 * Returns a thread with the user's own data; undefined until both are known. It is the same object until one of its
 * parts changes.
 */
export function threadOf(store: EntityStore, id: string): MessageThread | undefined {
  const thread = store.get(threadEntity, id)
  const marks = store.get(ownMarksEntity, id)
  const viewer = store.get(viewerEntity, id)
  if (!thread || !marks || !viewer?.isReported) return undefined
  const latest = store.get(latestEntity, id)
  const watermarks = store.get(watermarksEntity, id)
  const stored = store.get(settingsEntity, id)
  const mention = store.get(mentionEntity, id)
  const removed = store.get(removedEntity, id)
  const myId = currentUser()?.id ?? ''
  const isOpen = isOpenThread(id)
  return threadView(store, thread, [latest, watermarks, marks, viewer, stored, mention, removed, myId, isOpen], () => {
    const recipient = thread.members.find((member) => member.id !== myId) ?? null
    const hasAccepted = acceptedBy(thread, myId, viewer.isDecided)
    const latestMessage = latest?.message ?? null
    const isOwn = latestMessage?.SenderId === myId
    // The author of a message has seen all earlier ones.
    const seenSeq = isOwn ? Math.max(marks.seenSeq, latestMessage.seq) : marks.seenSeq
    return {
      ...thread,
      latestMessage,
      watermarks: watermarks ? { deliveredSeq: watermarks.deliveredSeq, seenSeq: watermarks.seenSeq } : NO_WATERMARKS,
      recipient,
      hasAccepted,
      hasRecipientBlocked: recipient !== null && thread.blockedBy.includes(recipient.id),
      // Seqs have no gaps, so the messages above `seenSeq` are unread (decisions/0202).
      unreadMessagesCount:
        hasAccepted === false || isOpen ? 0 : Math.min(UNREAD_MAX, Math.max(0, (latestMessage?.seq ?? 0) - seenSeq)),
      deliveredSeq: Math.max(marks.deliveredSeq, seenSeq),
      seenSeq,
      ...(mention && mention.seq > seenSeq && !isOpen && { mentionSeq: mention.seq }),
      ...(removed && { removedSeq: removed.seq }),
      ...(stored && stored.version > 0 && { settings: settingsOf(stored) }),
    }
  })
}

const settingsOf = ({ id: _id, ...settings }: StoredSettings): ThreadSettings => settings

/** Returns the user's decision about the other member of a personal thread; null: undecided, false: blocked. */
function acceptedBy({ isGroup, blockedBy }: ThreadFacts, myId: string, isDecided: boolean): boolean | null {
  if (isGroup) return true
  if (blockedBy.includes(myId)) return false
  return isDecided ? true : null
}

/**
 * Returns the id of the last message, or of the thread if it has none. Ids keep the order of activity even after the
 * server's clock went back.
 */
const activityOf = ({ latestMessage, id }: MessageThread) => (latestMessage && latestMessage.id > id ? latestMessage.id : id)

/**
 * Compares two threads: newest activity first. Two activities are never equal, so that the unread count is not compared
 * (decisions/0030).
 */
export const sortByActivity = (threads: readonly MessageThread[]): MessageThread[] =>
  threads.toSorted((a, b) => (activityOf(a) > activityOf(b) ? -1 : 1))

/**
 * Returns whether a thread is listed. A personal thread without messages is listed for its initiator and for a
 * recipient who has decided about it.
 */
const isListed = ({ isGroup, latestMessage, hasAccepted }: MessageThread) =>
  isGroup || latestMessage !== null || hasAccepted !== null

/**
 * Returns the user's threads of a kind, newest activity first; undefined until the server or the disk has listed them.
 */
export function threadsOf(store: EntityStore, kind: ThreadKind): readonly MessageThread[] | undefined {
  if (!store.get(listingEntity, kind)) return undefined
  const all = store.ids(threadEntity).flatMap((id) => threadOf(store, id) ?? [])
  const parts = all.filter((thread) => thread.isGroup === (kind === 'group') && isListed(thread))
  return listView(store, kind, parts, sortByActivity)
}

/** Returns the number of personal threads with unread messages (specification, section 4). */
export function unreadPersonalOf(store: EntityStore): { threadIds: string[]; count: number } | undefined {
  const threadIds = threadsOf(store, 'personal')?.flatMap(({ id, unreadMessagesCount }) => (unreadMessagesCount > 0 ? [id] : []))
  return threadIds && { threadIds, count: threadIds.length }
}
