import { defineFeature } from '#/feature.ts'
import { voiceNotesJob } from './voice-notes.service.ts'
import { deleteStoredStreams } from './voice-posts.service.ts'

export const speech = defineFeature({
  cleanup: [deleteStoredStreams],
  jobs: [voiceNotesJob],
})
