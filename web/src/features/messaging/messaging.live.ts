import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import { defineLive } from '../../platform/live.ts'
import { readAloudQuery } from './messaging.queries.ts'
import { mergeThread, applyChangedMessage, applyMessage, applyOwnMarks, applyWatermarks } from './thread-cache.ts'

/** One cache update for each event. Typing is not cached: `useTyping` of the open thread handles its events. */
export const messagingLive = defineLive(messagingEvents, {
  'messages:new_message': (cache, message) => {
    if (message.messageType !== 'asrChat') applyMessage(cache, message)
  },
  'messages:updated': (cache, message) => {
    if (message.messageType !== 'asrChat') applyChangedMessage(cache, message)
  },
  'messages:status_updated': (cache, { MessageThreadId, messageType, watermarks }) => {
    if (messageType === 'normalChat') applyWatermarks(cache, MessageThreadId, watermarks)
  },
  'messages:status_updated_multiple': (cache, { updates }) => {
    for (const update of updates) {
      if (update.messageType === 'normalChat') applyOwnMarks(cache, update.MessageThreadId, update)
    }
  },
  'message-threads:new_group': (cache, thread) => mergeThread(cache, thread),
  'message-threads:new_personal': (cache, thread) => mergeThread(cache, thread),
  'message-threads:updated': (cache, thread) => mergeThread(cache, thread),
  // The overlay of messages reads it aloud.
  'message:text-to-speech': () => undefined,
  'message:text-to-speech-state': (cache) => void cache.invalidateQueries({ queryKey: readAloudQuery.queryKey }),
  'messages:typing': () => undefined,
  'messages:stopped_typing': () => undefined,
})
