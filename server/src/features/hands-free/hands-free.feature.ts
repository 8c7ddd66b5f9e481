import { defineFeature } from '#/feature.ts'
import { registerHandsFreeRoutes } from './hands-free.routes.ts'
import { handsFreeCommandHandlers } from './hands-free.sockets.ts'

export const handsFree = defineFeature({
  routes: [registerHandsFreeRoutes],
  commands: () => handsFreeCommandHandlers,
})
