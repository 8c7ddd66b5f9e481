import { defineFeature } from '#/feature.ts'
import { registerDependantRoutes } from './dependants.routes.ts'
import { noteClosedRegisters } from './retained-registers.service.ts'
import { registerShelterStaffRoutes } from './shelter-staff.routes.ts'

export const reception = defineFeature({
  routes: [registerDependantRoutes, registerShelterStaffRoutes],
  cleanup: [noteClosedRegisters],
})
