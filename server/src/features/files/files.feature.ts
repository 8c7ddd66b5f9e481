import { defineFeature } from '#/feature.ts'
import { deleteIncompleteBytes, deleteUnclaimedBytes } from './files.service.ts'

export const files = defineFeature({
  cleanup: [deleteUnclaimedBytes, deleteIncompleteBytes],
})
