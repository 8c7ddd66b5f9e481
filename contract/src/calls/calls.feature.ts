import { defineFeature, described } from '../feature.ts'
import { callCommands, callEvents } from './calls.events.ts'
import { callFirstMessages } from './calls.first-messages.ts'
import { callRoutes } from './calls.http.ts'
import { callMessages } from './calls.messages.ts'
import { callScreenMessages } from './screen.messages.ts'

export const calls = defineFeature({
  tag: 'calls',
  about: 'Voice and video calls, and the call history',
  routes: { calls: callRoutes },
  events: described(callEvents, {
    'call-session:incoming': 'A call rings for the user.',
    'call-session:updated': 'A session of a call of the user changed.',
    'call:signal': 'A message of another endpoint of the call that connects the two peers.',
  }),
  commands: described(callCommands, {
    'call:join': 'Makes the page the endpoint of its device in a call. If the command names a session, it accepts it.',
    'call:heartbeat': 'Keeps the participation in a call alive.',
    'call:signal': 'Sends a signal to another endpoint of a call.',
  }),
  messages: [callMessages, callScreenMessages],
  firstMessages: [callFirstMessages],
})
