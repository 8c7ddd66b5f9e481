import { defineEvents } from '../define.ts'
import { Message } from './messaging.http.ts'

export const messagingEvents = defineEvents({
  /** To everyone who may read the thread. */
  'messages:new_message': Message,
})
