import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import { defineLive } from '../../platform/connection/live.ts'
import { refetchHidden } from './changes/refetch-changes.ts'
import { invitationsQuery, readAloudQuery } from './messaging.queries.ts'
import {
  receiveRemovedThread,
  receiveChangedMessage,
  receiveMessage,
  receiveRemovedMessages,
  receiveSharedThread,
} from './receive.ts'
import { messagingStore, receiveOwnWatermarks, receiveSettings, receiveWatermarks } from './thread-store.ts'

/**
 * The event handlers of messaging. Each event is one change of the store. Typing is not stored: `useTyping` of the open
 * thread handles its events.
 */
export const messagingLive = defineLive(messagingEvents, {
  'messages:new_message': (cache, message) => {
    if (message.messageType !== 'asrChat') receiveMessage(cache, message)
  },
  'messages:updated': (cache, message) => {
    if (message.messageType !== 'asrChat') receiveChangedMessage(cache, message)
  },
  'messages:removed': (cache, { MessageThreadId, messageType, removedSeq }) => {
    if (messageType === 'normalChat') receiveRemovedMessages(cache, MessageThreadId, removedSeq)
  },
  'messages:hidden': refetchHidden,
  'messages:status_updated': (cache, { MessageThreadId, messageType, watermarks }) => {
    if (messageType === 'normalChat') receiveWatermarks(messagingStore(cache), MessageThreadId, watermarks)
  },
  'messages:status_updated_multiple': (cache, { updates }) => {
    for (const update of updates) {
      if (update.messageType === 'normalChat') receiveOwnWatermarks(messagingStore(cache), update.MessageThreadId, update)
    }
  },
  'message-threads:new_group': receiveSharedThread,
  'message-threads:new_personal': receiveSharedThread,
  'message-threads:updated': receiveSharedThread,
  'message-threads:removed': (cache, { id, version }) => receiveRemovedThread(cache, id, version),
  'message-threads:settings': (cache, { messageThreadId, settings }) =>
    receiveSettings(messagingStore(cache), messageThreadId, settings),
  // The screens of messages apply it (use-draft-sync.ts).
  'message-threads:draft': () => undefined,
  'message-threads:invited': (cache) => void cache.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  // The overlay of messages reads it aloud.
  'message:text-to-speech': () => undefined,
  'message:text-to-speech-state': (cache) => void cache.invalidateQueries({ queryKey: readAloudQuery.queryKey }),
  'messages:typing': () => undefined,
  'messages:stopped_typing': () => undefined,
})
