import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import { radioEvents } from '@noroshi/contract/radio/radio.events'
import { currentUser } from '../../platform/current-user.ts'
import { defineLive } from '../../platform/live.ts'
import { applyFloor, applyRadioChat, applyRadioLocation, applyRadioMarks, applyRadioMessage } from './radio-cache.ts'

const events = {
  ...radioEvents,
  // Radio messages come by the events of messages.
  'messages:new_message': messagingEvents['messages:new_message'],
  'messages:updated': messagingEvents['messages:updated'],
  'messages:status_updated_multiple': messagingEvents['messages:status_updated_multiple'],
}

/** One cache update for each event. The page of the radio chat receives live sound and live text itself. */
export const radioLive = defineLive(events, {
  'asr-chat:new': (cache, { radioChat }) => applyRadioChat(cache, radioChat),
  'asr-chat:updated': (cache, radioChat) => applyRadioChat(cache, radioChat),
  'asr-chat:location': (cache, { messageThreadId, userId, location }) => {
    // The map shows the own location as the device reports it.
    if (userId !== currentUser()?.id) applyRadioLocation(cache, messageThreadId, userId, location)
  },
  'radio:floor': (cache, floor) => applyFloor(cache, floor),
  'radio:frame': () => undefined,
  'radio:end': () => undefined,
  'message:transcribe-message': () => undefined,
  'messages:new_message': (cache, message) => {
    if (message.messageType === 'asrChat') applyRadioMessage(cache, message, true)
  },
  'messages:updated': (cache, message) => {
    if (message.messageType === 'asrChat') applyRadioMessage(cache, message, false)
  },
  'messages:status_updated_multiple': (cache, { updates }) => {
    for (const update of updates) {
      if (update.messageType === 'asrChat') applyRadioMarks(cache, update.MessageThreadId, update)
    }
  },
})
