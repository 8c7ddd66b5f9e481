import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { defineCoverage } from '../../platform/store/coverage.ts'
import { defineEntity, defineRead, type ReadAt } from '../../platform/store/entity.ts'

/** The name of the entity type of threads, which messaging defines. The right to read a thread includes its radio. */
const THREAD = 'thread'

interface OfThread {
  /** Id of the thread. */
  readonly id: string
}
/** The last radio chat of a thread, in its newest version. */
export interface LastRadioChat extends OfThread {
  readonly chatId: string
  readonly version: number
  /** null: it is over. */
  readonly running: RadioChat | null
}
export interface KnownFloor extends OfThread {
  readonly floor: RadioFloor
}
export interface LatestRadioMessage extends OfThread {
  readonly message: Message
}
export interface RadioWatermarks extends OfThread, Watermarks {}

const ofThread = ({ id }: OfThread) => [THREAD, id] as const
const idOf = ({ id }: { readonly id: string }) => id

/** A pair of an order and a version, such as the id of a radio chat and the version of its floor. */
type Rank = readonly [order: string | number, version: number]
const isAbove = ([order, version]: Rank, [knownOrder, knownVersion]: Rank) =>
  order === knownOrder ? version > knownVersion : order > knownOrder

/** A thread has one radio chat at a time, and the ids of later ones are higher (decisions/0030). */
export const radioChatEntity = defineEntity<LastRadioChat>({
  name: 'radioChat',
  id: idOf,
  version: ({ version }) => version,
  parent: ofThread,
  merge: (known, next) => (isAbove([next.chatId, next.version], [known.chatId, known.version]) ? next : known),
})

/** The floor of the last radio chat of a thread. It changes within seconds and is not stored on disk. */
export const floorEntity = defineEntity<KnownFloor>({
  name: 'radioFloor',
  id: idOf,
  version: ({ floor }) => floor.version,
  parent: ofThread,
  merge: (known, next) =>
    isAbove([next.floor.radioChatId, next.floor.version], [known.floor.radioChatId, known.floor.version]) ? next : known,
  isStored: () => false,
})

/**
 * The id of a radio message in the store. Unlike the id of the message, it keeps the order of the seqs: a message has
 * its id since the beginning of the talk, and its seq since it was stored.
 */
export const positionOf = (threadId: string, seq: number): string => `${threadId} ${String(seq).padStart(10, '0')}`

/** Returns the seq in a {@link positionOf}. */
export const seqOf = (position: string): number => Number(position.split(' ')[1])

/** Returns the id of the thread in the id of an entity, which is a thread or a {@link positionOf}. */
export const threadIdOf = (id: string): string => id.split(' ')[0] ?? id

export const radioMessageEntity = defineEntity<Message>({
  name: 'radioMessage',
  id: ({ MessageThreadId, seq }) => positionOf(MessageThreadId, seq),
  version: ({ version }) => version,
  parent: ({ MessageThreadId }) => [THREAD, MessageThreadId],
  list: ({ MessageThreadId, seq }) => ({ group: MessageThreadId, order: seq }),
})

/** The last radio message of a thread: the one with the highest seq, in its newest version. */
export const latestRadioEntity = defineEntity<LatestRadioMessage>({
  name: 'radioLatest',
  id: idOf,
  version: ({ message }) => message.seq,
  parent: ofThread,
  merge: (known, next) =>
    isAbove([next.message.seq, next.message.version], [known.message.seq, known.message.version]) ? next : known,
})

/** The watermarks of the radio messages that the user has received and heard on any device. They never fall. */
export const radioMarksEntity = defineEntity<RadioWatermarks>({
  name: 'radioMarks',
  id: idOf,
  version: ({ deliveredSeq, seenSeq }) => deliveredSeq + seenSeq,
  parent: ofThread,
  merge: (known, next) =>
    known.deliveredSeq >= next.deliveredSeq && known.seenSeq >= next.seenSeq
      ? known
      : {
          ...known,
          deliveredSeq: Math.max(known.deliveredSeq, next.deliveredSeq),
          seenSeq: Math.max(known.seenSeq, next.seenSeq),
        },
})

/** The last radio message that the server has removed, because the unit does not keep it any longer (decisions/0158). */
export const removedRadioEntity = defineEntity<OfThread & { readonly seq: number }>({
  name: 'radioRemovedSeq',
  id: idOf,
  version: ({ seq }) => seq,
  parent: ofThread,
})

export const radioListingEntity = defineRead<ReadAt>({ name: 'radioListing' })

export const historyCoverage = defineCoverage('radioCoverage', THREAD)

/** The types of a row in the list of radio chats. */
export const radioRowTypes = [
  radioChatEntity,
  latestRadioEntity,
  radioMarksEntity,
  removedRadioEntity,
  radioListingEntity,
] as const

export const radioEntities = [...radioRowTypes, floorEntity, radioMessageEntity, historyCoverage] as const
