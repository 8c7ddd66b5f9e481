import { defineFeature, described } from '../feature.ts'
import { sirenScreenRoutes } from './siren-screens.http.ts'
import { sirenEvents } from './siren.events.ts'
import { sirenRoutes } from './siren.http.ts'
import { sirenMessages } from './siren.messages.ts'
import { standbyMessages } from './standby.messages.ts'

export const siren = defineFeature({
  tag: 'siren',
  about: 'Siren screens, which alarm without an account',
  routes: { siren: sirenRoutes, sirenScreens: sirenScreenRoutes },
  isForScreens: true,
  events: described(sirenEvents, {
    'siren:changed': 'An alert of the groups of the screen changed: the screen refetches its alerts.',
    'siren:revoked': 'An administrator revoked the screen.',
  }),
  messages: [sirenMessages, standbyMessages],
})
