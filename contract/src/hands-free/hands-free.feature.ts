import { defineFeature, described } from '../feature.ts'
import { wakeWordMessages } from '../wake-word/wake-word.messages.ts'
import { handsFreeCommands, handsFreeEvents } from './hands-free.events.ts'
import { handsFreeFirstMessages } from './hands-free.first-messages.ts'
import { handsFreeRoutes } from './hands-free.http.ts'
import { handsFreeMessages } from './hands-free.messages.ts'

export const handsFree = defineFeature({
  tag: 'handsFree',
  about: 'Spoken commands',
  routes: { handsFree: handsFreeRoutes },
  events: described(handsFreeEvents, {
    'hfo:message': 'The text of a spoken command of the user so far.',
  }),
  commands: described(handsFreeCommands, {
    'hfo:join': 'Joins to receive the text of spoken commands.',
    'hfo:leave': 'Leaves, and receives no more text of spoken commands.',
  }),
  messages: [handsFreeMessages, wakeWordMessages],
  firstMessages: [handsFreeFirstMessages],
})
