import { defineFeature } from '#/feature.ts'
import { notifySirenScreens, sirenScreens } from './siren.service.ts'

export const siren = defineFeature({
  listeners: [notifySirenScreens],
  screens: [sirenScreens],
})
