import { defineFeature, described } from '../feature.ts'
import { familyEvents } from './families.events.ts'
import { familyRoutes } from './families.http.ts'
import { familyMessages } from './families.messages.ts'

export const families = defineFeature({
  tag: 'families',
  about: 'Families: users who see each other’s last answers to roll-calls',
  routes: { families: familyRoutes },
  events: described(familyEvents, {
    'family:changed': 'The family of the user changed, or there is an answer of a relative: the user reads the family again.',
  }),
  messages: [familyMessages],
})
