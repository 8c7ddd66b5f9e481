import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import { defineLive } from '../../platform/live.ts'
import { mergeThread, takeMessage, takeOwnMarks, takeWatermarks } from './thread-cache.ts'

/** One pure change of the cache per event. Typing is no state: the open thread hears it itself. */
export const messagingLive = defineLive(messagingEvents, {
  'messages:new_message': (cache, message) => {
    if (message.messageType === 'normalChat') takeMessage(cache, message)
  },
  'messages:status_updated': (cache, { MessageThreadId, messageType, watermarks }) => {
    if (messageType === 'normalChat') takeWatermarks(cache, MessageThreadId, watermarks)
  },
  'messages:status_updated_multiple': (cache, { updates }) => {
    for (const update of updates) {
      if (update.messageType === 'normalChat') takeOwnMarks(cache, update.MessageThreadId, update)
    }
  },
  'message-threads:new_group': (cache, thread) => mergeThread(cache, thread),
  'message-threads:new_personal': (cache, thread) => mergeThread(cache, thread),
  'message-threads:updated': (cache, thread) => mergeThread(cache, thread),
  'messages:typing': () => undefined,
  'messages:stopped_typing': () => undefined,
})
