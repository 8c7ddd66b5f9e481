import { defineFeature } from '../feature.ts'
import { adminReceptionMessages } from './admin-reception.messages.ts'
import { dependantRoutes } from './dependants.http.ts'
import { offlineDeskMessages } from './offline-desk.messages.ts'
import { receptionRoutes } from './reception.http.ts'
import { shelterStaffRoutes } from './shelter-staff.http.ts'
import { receptionMessages } from './reception.messages.ts'

export const reception = defineFeature({
  tag: 'reception',
  about: 'Reception of people at shelters: registers, headcounts and dependants',
  routes: { reception: receptionRoutes, shelterStaff: shelterStaffRoutes, dependants: dependantRoutes },
  messages: [receptionMessages, offlineDeskMessages],
  adminMessages: [adminReceptionMessages],
})
