import { defineFeature } from '#/feature.ts'
import { registerNeedRoutes } from './needs.routes.ts'
import { deleteOldNeeds, expiredNeedsJob } from './needs.service.ts'

export const needs = defineFeature({ routes: [registerNeedRoutes], cleanup: [deleteOldNeeds], jobs: [expiredNeedsJob] })
