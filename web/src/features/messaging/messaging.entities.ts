import type { Quote } from '@noroshi/contract/messaging/message-parts'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import type { SharedThread, ThreadMember } from '@noroshi/contract/messaging/threads.http'
import { defineEntity, defineRead, defineVersioned, type ReadAt } from '../../platform/store/entity.ts'
import { defineReply } from '../../platform/store/replies.ts'

export type ThreadKind = 'personal' | 'group'

/** A thread without the data that has an independent version. */
export type ThreadFacts = Omit<SharedThread, 'latestMessage' | 'watermarks'>

interface OfThread {
  /** Id of the thread. */
  readonly id: string
}
export interface LatestMessage extends OfThread {
  readonly message: Message
}
export interface Marks extends OfThread, Watermarks {}
/** The user's settings for a thread. Version 0: the default ones. */
export interface StoredSettings extends OfThread, ThreadSettings {}
/** Flags that never return to false. */
export interface ViewerState extends OfThread {
  /** Whether the user has accepted or blocked the other member at least once. */
  readonly isDecided: boolean
  /** Whether the server has replied with the user's own data of the thread, which events do not contain. */
  readonly isReported: boolean
}
/** The record that the user's threads of a kind were read completely. */
export interface ThreadListing extends ReadAt {
  readonly id: ThreadKind
}

const ofThread = ({ id }: OfThread) => ['thread', id] as const
const idOf = ({ id }: { readonly id: string }) => id
const sumOf = ({ deliveredSeq, seenSeq }: Watermarks) => deliveredSeq + seenSeq

/** Returns the higher watermark, because watermarks never fall. Returns `known` if `next` is not higher. */
const highest = (known: Marks, next: Marks): Marks =>
  known.deliveredSeq >= next.deliveredSeq && known.seenSeq >= next.seenSeq
    ? known
    : {
        ...known,
        deliveredSeq: Math.max(known.deliveredSeq, next.deliveredSeq),
        seenSeq: Math.max(known.seenSeq, next.seenSeq),
      }

export const threadEntity = defineVersioned<ThreadFacts>({ name: 'thread' })

/** The last chat message of a thread: the one with the highest seq, in its newest version. */
export const latestEntity = defineEntity<LatestMessage>({
  name: 'threadLatest',
  id: idOf,
  version: ({ message }) => message.seq,
  parent: ofThread,
  merge: (known, next) => (isLater(next.message, known.message) ? next : known),
})

const isLater = (next: Message, known: Message) => (next.seq === known.seq ? next.version > known.version : next.seq > known.seq)

/** The watermarks of all members. */
export const watermarksEntity = defineEntity<Marks>({
  name: 'threadWatermarks',
  id: idOf,
  version: sumOf,
  parent: ofThread,
  merge: highest,
})

/** The watermarks of the messages that the user has received and read on any device. */
export const ownMarksEntity = defineEntity<Marks>({
  name: 'threadOwnMarks',
  id: idOf,
  version: sumOf,
  parent: ofThread,
  merge: highest,
})

export const viewerEntity = defineEntity<ViewerState>({
  name: 'threadViewer',
  id: idOf,
  version: ({ isDecided, isReported }) => Number(isDecided) + Number(isReported),
  parent: ofThread,
  merge: (known, next) =>
    (known.isDecided || !next.isDecided) && (known.isReported || !next.isReported)
      ? known
      : { ...known, isDecided: known.isDecided || next.isDecided, isReported: known.isReported || next.isReported },
})

export const settingsEntity = defineVersioned<StoredSettings>({ name: 'threadSettings', parent: ofThread })

/**
 * The messages of a thread. Messages of an alert are not stored on disk, because the right to read them ends with the
 * right to read the alert.
 */
export const messageEntity = defineVersioned<Message>({
  name: 'message',
  parent: ({ MessageThreadId }) => ['thread', MessageThreadId],
  list: ({ MessageThreadId, seq }) => ({ group: MessageThreadId, order: seq }),
  isStored: ({ alertId }) => alertId === null,
})

/**
 * What replies quote of a message. The content of a quote is here only, so that the deletion of the quoted message deletes
 * it on each device.
 */
export interface Quoted extends Quote {
  readonly MessageThreadId: string
  /** The alert whose chat it is; null for other chats. */
  readonly alertId: string | null
}

export const quotedEntity = defineVersioned<Quoted>({
  name: 'quotedMessage',
  // A list, so that a gap in the journal drops it from the disk: a quoted message may have been deleted meanwhile.
  list: ({ MessageThreadId, seq }) => ({ group: MessageThreadId, order: seq }),
  parent: ({ MessageThreadId }) => ['thread', MessageThreadId],
  isStored: ({ alertId }) => alertId === null,
  storedMax: 1000,
})

/**
 * Returns a message as it is stored: the recipients of a group, which are its members, and the content of its quote have
 * types of their own.
 */
export function toStored(message: Message): Message {
  const { quote, userId, isGroupMessage } = message
  const hasMembers = isGroupMessage && userId.length > 0
  if (!quote && !hasMembers) return message
  const emptied = quote && { quote: { ...quote, text: '', messageMedias: [], latitude: null } }
  return { ...message, ...(hasMembers && { userId: [] }), ...emptied }
}

/** The messages that the user has hidden for themselves, as last read. */
export const hiddenEntity = defineRead<ReadAt & { readonly messageIds: readonly string[] }>({ name: 'hiddenMessages' })

/** The last message that mentions the user, read or not. */
export const mentionEntity = defineEntity<OfThread & { readonly seq: number }>({
  name: 'threadMention',
  id: idOf,
  version: ({ seq }) => seq,
  parent: ofThread,
})

/** The last chat message that the server has removed, because the unit does not keep it any longer (decisions/0158). */
export const removedEntity = defineEntity<OfThread & { readonly seq: number }>({
  name: 'threadRemovedSeq',
  id: idOf,
  version: ({ seq }) => seq,
  parent: ofThread,
})

export const listingEntity = defineRead<ThreadListing>({ name: 'threadListing' })

/** All members of a group. */
export const membersEntity = defineReply<readonly ThreadMember[]>('threadMembers', 'thread')

/** The user's own membership of a thread. */
export const myMembershipEntity = defineReply<ThreadMember>('threadMembership', 'thread')

/** The types of a shown thread. A view reads all of them. */
export const threadTypes = [
  threadEntity,
  latestEntity,
  watermarksEntity,
  ownMarksEntity,
  viewerEntity,
  settingsEntity,
  mentionEntity,
  removedEntity,
] as const

export const messagingEntities = [
  ...threadTypes,
  messageEntity,
  quotedEntity,
  hiddenEntity,
  listingEntity,
  membersEntity,
  myMembershipEntity,
]
