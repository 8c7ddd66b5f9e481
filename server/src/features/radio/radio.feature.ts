import { defineFeature } from '#/feature.ts'
import { alertChannelsJob } from './alert-radio.service.ts'
import { followHiddenLocations } from './radio-location-hints.ts'
import { pendingRecordingsJob } from './radio-recorder.service.ts'
import { radioTopics } from './radio.topics.ts'

export const radio = defineFeature({
  topics: radioTopics,
  listeners: [followHiddenLocations],
  jobs: [pendingRecordingsJob, alertChannelsJob],
})
