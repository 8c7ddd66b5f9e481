import { defineFeature } from '#/feature.ts'
import { notifySirenScreens } from './siren.service.ts'

export const siren = defineFeature({
  listeners: [notifySirenScreens],
})
