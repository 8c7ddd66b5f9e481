import { defineFeature } from '#/feature.ts'
import { registerFamilyRoutes } from './families.routes.ts'
import { familyAnswersConsumer } from './families.service.ts'

/** Families: users who see each other's last answers to roll-calls. */
export const families = defineFeature({ routes: [registerFamilyRoutes], consumers: [familyAnswersConsumer] })
