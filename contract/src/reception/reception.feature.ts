import { defineFeature, described } from '../feature.ts'
import { adminReceptionMessages } from './admin-reception.messages.ts'
import { dependantRoutes } from './dependants.http.ts'
import { offlineDeskMessages } from './offline-desk.messages.ts'
import { receptionEvents } from './reception.events.ts'
import { receptionRoutes } from './reception.http.ts'
import { shelterStaffRoutes } from './shelter-staff.http.ts'
import { selfServiceRoutes } from './self-service.http.ts'
import { selfServiceMessages } from './self-service.messages.ts'
import { receptionMessages } from './reception.messages.ts'

export const reception = defineFeature({
  tag: 'reception',
  about: 'Reception of people at shelters: registers, headcounts and dependants',
  routes: {
    reception: receptionRoutes,
    shelterStaff: shelterStaffRoutes,
    dependants: dependantRoutes,
    selfService: selfServiceRoutes,
  },
  events: described(receptionEvents, {
    'shelters:changed': 'A role of the user in a shelter changed: the user reads the own shelters again.',
  }),
  messages: [receptionMessages, offlineDeskMessages, selfServiceMessages],
  adminMessages: [adminReceptionMessages],
})
