import type { QueryClient } from '@tanstack/react-query'
import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { radioEvents } from '@noroshi/contract/radio/radio.events'
import type { RadioChat } from '@noroshi/contract/radio/radio.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { defineLive } from '../../platform/connection/live.ts'
import { applyRadioLocation, removeRadioLocations } from './radio-locations.ts'
import { RADIO_THREADS_KEY } from './radio.queries.ts'
import {
  isListed,
  radioStore,
  receiveFloor,
  receiveRadioChat,
  receiveRadioRemoval,
  receiveRadioWatermarks,
  receiveRadioMessage,
} from './radio-store.ts'

const events = {
  ...radioEvents,
  // Radio messages come by the events of messages.
  'messages:new_message': messagingEvents['messages:new_message'],
  'messages:updated': messagingEvents['messages:updated'],
  'messages:removed': messagingEvents['messages:removed'],
  'messages:status_updated_multiple': messagingEvents['messages:status_updated_multiple'],
  'message-threads:new_group': messagingEvents['message-threads:new_group'],
}

/**
 * Refetches the list of radio chats if it lacks a thread, because events lack the thread and the user's watermarks. A
 * running fetch is cancelled, since its reply may lack the thread too.
 */
function refetchUnlisted(cache: QueryClient, threadId: string): void {
  if (isListed(radioStore(cache), threadId)) return
  const list = { queryKey: RADIO_THREADS_KEY }
  void cache.cancelQueries(list).then(() => cache.invalidateQueries(list))
}

function applyRadioChat(cache: QueryClient, radioChat: RadioChat): void {
  refetchUnlisted(cache, radioChat.MessageThreadId)
  receiveRadioChat(radioStore(cache), radioChat)
  if (radioChat.endedAt !== null) removeRadioLocations(cache, radioChat)
}

function applyMessage(cache: QueryClient, message: Message): void {
  if (message.messageType !== 'asrChat') return
  refetchUnlisted(cache, message.MessageThreadId)
  receiveRadioMessage(radioStore(cache), message)
}

/** One change of the store for each event. The page of the radio chat receives live sound and live text itself. */
export const radioLive = defineLive(events, {
  'asr-chat:new': (cache, { radioChat }) => applyRadioChat(cache, radioChat),
  'asr-chat:updated': applyRadioChat,
  'asr-chat:location': (cache, { messageThreadId, userId, location }) => {
    // The map shows the user's own location as the device reports it.
    if (userId !== currentUser()?.id) applyRadioLocation(cache, messageThreadId, userId, location)
  },
  'radio:floor': (cache, floor) => receiveFloor(radioStore(cache), floor),
  'radio:frame': () => undefined,
  'radio:end': () => undefined,
  'message:transcribe-message': () => undefined,
  // A group that the user has joined may have had radio chats.
  'message-threads:new_group': (cache, { id }) => refetchUnlisted(cache, id),
  'messages:new_message': applyMessage,
  'messages:updated': applyMessage,
  'messages:removed': (cache, { MessageThreadId, messageType, removedSeq }) => {
    if (messageType === 'asrChat') receiveRadioRemoval(radioStore(cache), MessageThreadId, removedSeq)
  },
  'messages:status_updated_multiple': (cache, { updates }) => {
    for (const update of updates) {
      if (update.messageType === 'asrChat') receiveRadioWatermarks(radioStore(cache), update.MessageThreadId, update)
    }
  },
})
