import { defineFeature, described } from '../feature.ts'
import { needEvents } from './needs.events.ts'
import { needFirstMessages } from './needs.first-messages.ts'
import { needRoutes } from './needs.http.ts'
import { needMessages } from './needs.messages.ts'

export const needs = defineFeature({
  tag: 'needs',
  about: 'The needs board: what people need and offer',
  routes: { needs: needRoutes },
  events: described(needEvents, {
    'needs:updated': 'An entry of the needs board was added or changed.',
    'needs:removed': 'An entry of the needs board was deleted.',
    'needs:expired': 'Entries of the user have expired. The user is asked whether they still hold.',
  }),
  messages: [needMessages],
  firstMessages: [needFirstMessages],
})
