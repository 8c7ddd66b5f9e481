import type { QueryClient } from '@tanstack/react-query'
import { QUOTE_MAX } from '@noroshi/contract/limits'
import type { Quote } from '@noroshi/contract/messaging/message-parts'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread, SharedThread } from '@noroshi/contract/messaging/threads.http'
import { mentions } from '@noroshi/contract/messaging/mentions'
import { cutText } from '@noroshi/contract/text/graphemes'
import { currentUser } from '../../platform/session/current-user.ts'
import type { EntityStore, StoreRead } from '../../platform/store/entity-store.ts'
import { forgetThrough, trimForgotten } from '../../platform/store/forget-through.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import {
  latestEntity,
  messagingEntities,
  mentionEntity,
  messageEntity,
  ownMarksEntity,
  quotedEntity,
  removedEntity,
  settingsEntity,
  threadEntity,
  toStored,
  viewerEntity,
  watermarksEntity,
} from './messaging.entities.ts'

const DEFAULT_SETTINGS: ThreadSettings = {
  mutedUntil: null,
  isPinned: false,
  archivedSeq: null,
  isMarkedUnread: false,
  version: 0,
}

/** Returns the entity store with the entity types of messaging. */
export const messagingStore = (cache: QueryClient): EntityStore => registerEntities(cache, messagingEntities)

/** Adds a thread from an event. */
export function receiveShared(store: EntityStore, { latestMessage, watermarks, removedSeq, ...facts }: SharedThread) {
  const { id } = facts
  // The members of a group have a type of their own.
  store.put(threadEntity, facts.isGroup && facts.members.length > 0 ? { ...facts, members: [] } : facts)
  store.put(watermarksEntity, { id, ...watermarks })
  if (removedSeq !== undefined) receiveRemoval(store, id, removedSeq)
  if (facts.blockedBy.includes(currentUser()?.id ?? '')) store.put(viewerEntity, { id, isDecided: true, isReported: false })
  if (latestMessage) receiveLatest(store, id, latestMessage)
}

/** Adds a message from an event or, with `isReply`, from a reply, and updates the replies that quote it. */
export function putMessage(store: EntityStore, message: Message, isReply = false) {
  const { id, MessageThreadId, alertId, quote } = message
  const removedSeq = removedSeqOf(store, MessageThreadId)
  if (message.seq <= removedSeq) return
  if (isReply) store.putAndWrite(messageEntity, toStored(message))
  else store.put(messageEntity, toStored(message))
  if (quote && quote.seq > removedSeq) store.put(quotedEntity, { ...quote, MessageThreadId, alertId })
  if (store.get(quotedEntity, id)) store.put(quotedEntity, { ...quoteOf(message), MessageThreadId, alertId })
}

/** Returns what a reply shows of a message. */
export const quoteOf = (message: Message): Quote => ({
  id: message.id,
  seq: message.seq,
  SenderId: message.SenderId,
  sender: message.sender,
  text: cutText(message.text, QUOTE_MAX),
  messageMedias: message.messageMedias,
  latitude: message.latitude,
  version: message.version,
  isDeleted: message.deletion !== undefined,
})

/**
 * Adds a message that may be the last one of its thread. Its author has accepted the thread and seen all earlier
 * messages.
 */
export function receiveLatest(store: EntityStore, id: string, message: Message) {
  if (message.seq <= removedSeqOf(store, id)) return
  store.put(latestEntity, { id, message: toStored(message) })
  if (mentions(message, currentUser()?.id ?? '')) store.put(mentionEntity, { id, seq: message.seq })
  if (message.SenderId !== currentUser()?.id) return
  receiveOwnWatermarks(store, id, { deliveredSeq: message.seq, seenSeq: message.seq })
  store.put(viewerEntity, { id, isDecided: true, isReported: false })
}

/** Adds a thread from a reply, with the user's own data. */
export function receiveThread(store: EntityStore, thread: MessageThread) {
  const { recipient: _recipient, hasAccepted, hasRecipientBlocked: _isBlocked, ...rest } = thread
  const { unreadMessagesCount: _count, deliveredSeq, seenSeq, settings = DEFAULT_SETTINGS, mentionSeq, ...shared } = rest
  receiveShared(store, shared)
  store.put(ownMarksEntity, { id: thread.id, deliveredSeq, seenSeq })
  store.put(viewerEntity, { id: thread.id, isDecided: hasAccepted !== null, isReported: true })
  receiveSettings(store, thread.id, settings)
  if (mentionSeq !== undefined) store.put(mentionEntity, { id: thread.id, seq: mentionSeq })
}

/** Returns the number of the last chat message of a thread that the server has removed; 0 for none. */
export const removedSeqOf = (store: EntityStore, threadId: string): number => store.get(removedEntity, threadId)?.seq ?? 0

/** Forgets the chat messages up to `seq`, which the server has removed. They count as read. */
export function receiveRemoval(store: EntityStore, id: string, seq: number) {
  const known = removedSeqOf(store, id)
  if (seq === known) for (const type of [messageEntity, quotedEntity]) trimForgotten(store, type, id, seq)
  if (seq <= known) return
  store.put(removedEntity, { id, seq })
  for (const type of [messageEntity, quotedEntity]) forgetThrough(store, type, id, seq)
  if ((store.get(latestEntity, id)?.message.seq ?? Infinity) <= seq)
    store.beginRead().forgetMissing(latestEntity, [id], new Set())
  receiveOwnWatermarks(store, id, { deliveredSeq: seq, seenSeq: seq })
}

/** Adds the user's settings for a thread. */
export const receiveSettings = (store: EntityStore, id: string, settings: ThreadSettings) =>
  store.put(settingsEntity, { id, ...settings })

export const receiveWatermarks = (store: EntityStore, id: string, { deliveredSeq, seenSeq }: Watermarks) =>
  store.put(watermarksEntity, { id, deliveredSeq, seenSeq })

/** Adds the watermarks of the messages that the user has received and read on any device. */
export const receiveOwnWatermarks = (store: EntityStore, id: string, { deliveredSeq, seenSeq }: Watermarks) =>
  store.put(ownMarksEntity, { id, deliveredSeq: Math.max(deliveredSeq, seenSeq), seenSeq })

/**
 * Removes a thread that the user may no longer read, with its messages.
 * @param version version in which the right ended
 */
export const removeStoredThread = (store: EntityStore, id: string, version: number) => store.remove(threadEntity, id, version)

/** Forgets a thread that a reply has refused, with its messages. The right may return with a new version. */
export const forgetRefusedThread = (read: StoreRead, id: string) => read.forgetMissing(threadEntity, [id], new Set())
