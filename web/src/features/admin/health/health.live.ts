import { healthEvents } from '@noroshi/contract/health/health.events'
import { defineLive } from '../../../platform/connection/live.ts'
import { healthQuery } from './health.queries.ts'

export const healthLive = defineLive(healthEvents, {
  'health:changed': (cache) => void cache.invalidateQueries({ queryKey: healthQuery.queryKey }),
})
