import { defineFeature } from '#/feature.ts'
import { registerDependantRoutes } from './dependants.routes.ts'
import { anonymiseOldRegisters } from './retained-registers.service.ts'
import { registerShelterStaffRoutes } from './shelter-staff.routes.ts'

export const reception = defineFeature({
  routes: [registerDependantRoutes, registerShelterStaffRoutes],
  cleanup: [anonymiseOldRegisters],
})
