import { defineFeature, described } from '../feature.ts'
import { personSearchEvents } from './person-searches.events.ts'
import { personSearchRoutes } from './person-searches.http.ts'
import { personSearchMessages } from './person-searches.messages.ts'

export const personSearches = defineFeature({
  tag: 'person-searches',
  about: 'Questions whether a person is in a shelter',
  routes: { personSearches: personSearchRoutes },
  events: described(personSearchEvents, {
    'person-searches:changed': 'A question of the user was answered, or the user got a message: the user reads the list again.',
    'person-searches:message': 'A message for a person in a shelter arrived or was passed on: its staff reads the list again.',
  }),
  messages: [personSearchMessages],
})
