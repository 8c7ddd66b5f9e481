import { defineFeature } from '#/feature.ts'
import { mayReadAnswerPhotos, purgeAnswerPhotos } from './answer-photos.service.ts'
import { rollCallPush } from './roll-calls.push.ts'
import { rollCallRepeatsJob } from './roll-calls.service.ts'
import { rollCallTopics } from './roll-calls.topics.ts'

export const rollCalls = defineFeature({
  topics: rollCallTopics,
  push: rollCallPush,
  files: { personState: mayReadAnswerPhotos },
  cleanup: [purgeAnswerPhotos],
  jobs: [rollCallRepeatsJob],
})
