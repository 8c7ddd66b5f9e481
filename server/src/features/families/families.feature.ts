import { defineFeature } from '#/feature.ts'
import { familyAnswersConsumer } from './families.service.ts'

export const families = defineFeature({ consumers: [familyAnswersConsumer] })
