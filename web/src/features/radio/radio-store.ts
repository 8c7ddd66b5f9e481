import type { QueryClient } from '@tanstack/react-query'
import type { Message, Watermarks } from '@noroshi/contract/messaging/messaging.http'
import type { RadioChat, RadioFloor, RadioThread } from '@noroshi/contract/radio/radio.http'
import { currentUser } from '../../platform/session/current-user.ts'
import type { EntityStore, StoreRead } from '../../platform/store/entity-store.ts'
import { forgetThrough, trimForgotten } from '../../platform/store/forget-through.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import {
  floorEntity,
  latestRadioEntity,
  radioChatEntity,
  radioEntities,
  radioListingEntity,
  radioMarksEntity,
  radioMessageEntity,
  removedRadioEntity,
  threadIdOf,
} from './radio.entities.ts'

/** Returns the store with the types of the radio. */
export const radioStore = (cache: QueryClient): EntityStore => registerEntities(cache, radioEntities)

export function receiveRadioChat(store: EntityStore, radioChat: RadioChat): void {
  const { MessageThreadId: id, id: chatId, version, endedAt } = radioChat
  store.put(radioChatEntity, { id, chatId, version, running: endedAt === null ? radioChat : null })
}

/** Adds the radio chat of a thread from a reply: the running one, or the end of the last one, which has no event after a gap. */
export function receiveRepliedChat(
  store: EntityStore,
  id: string,
  { radioChat, endedChat }: Pick<RadioThread, 'radioChat' | 'endedChat'>,
): void {
  if (radioChat) receiveRadioChat(store, radioChat)
  else if (endedChat) store.put(radioChatEntity, { id, chatId: endedChat.id, version: endedChat.version, running: null })
}

export const receiveFloor = (store: EntityStore, floor: RadioFloor): void =>
  store.put(floorEntity, { id: floor.messageThreadId, floor })

/** Adds a radio message from an event. Its speaker has heard all earlier ones. */
export function receiveRadioMessage(store: EntityStore, message: Message): void {
  const { MessageThreadId: id, seq, SenderId } = message
  if (seq <= removedRadioSeqOf(store, id)) return
  store.put(radioMessageEntity, message)
  store.put(latestRadioEntity, { id, message })
  if (SenderId === currentUser()?.id) receiveRadioWatermarks(store, id, { deliveredSeq: seq, seenSeq: seq })
}

/** Adds a radio message from a reply. */
export function receiveRepliedMessage(store: EntityStore, message: Message): void {
  if (message.seq <= removedRadioSeqOf(store, message.MessageThreadId)) return
  store.putAndWrite(radioMessageEntity, message)
  receiveRadioMessage(store, message)
}

/** Adds the watermarks of the radio messages that the user has received and heard on any device. */
export const receiveRadioWatermarks = (store: EntityStore, id: string, { deliveredSeq, seenSeq }: Watermarks): void =>
  store.put(radioMarksEntity, { id, deliveredSeq: Math.max(deliveredSeq, seenSeq), seenSeq })

/** Returns the number of the last radio message of a thread that the server has removed; 0 for none. */
export const removedRadioSeqOf = (store: EntityStore, threadId: string): number =>
  store.get(removedRadioEntity, threadId)?.seq ?? 0

/** Forgets the radio messages up to `seq`, which the server has removed. They count as heard. */
export function receiveRadioRemoval(store: EntityStore, id: string, seq: number): void {
  const known = removedRadioSeqOf(store, id)
  if (seq === known) trimForgotten(store, radioMessageEntity, id, seq)
  if (seq <= known) return
  store.put(removedRadioEntity, { id, seq })
  forgetThrough(store, radioMessageEntity, id, seq)
  if ((store.get(latestRadioEntity, id)?.message.seq ?? Infinity) <= seq)
    store.beginRead().forgetMissing(latestRadioEntity, [id], new Set())
  // A thread that is not listed has no watermarks.
  if (isListed(store, id)) receiveRadioWatermarks(store, id, { deliveredSeq: seq, seenSeq: seq })
}

/** Returns whether a thread is in the list of radio chats. */
export const isListed = (store: EntityStore, threadId: string): boolean => store.get(radioMarksEntity, threadId) !== undefined

/** Forgets the radio of threads that a reply lacks or refuses, except what the page received since the read began. */
export function forgetRadio(store: EntityStore, read: StoreRead, isLost: (threadId: string) => boolean): void {
  const types = radioEntities.filter((type) => type !== radioListingEntity)
  for (const type of types) {
    const lost = store.ids(type).filter((id) => isLost(threadIdOf(id)))
    read.forgetMissing(type, lost, new Set())
  }
}
