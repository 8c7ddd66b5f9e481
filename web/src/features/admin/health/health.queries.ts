import { queryOptions } from '@tanstack/react-query'
import { healthRoutes } from '@noroshi/contract/health/health.http'
import { call } from '../../../platform/connection/http.ts'

/** The health of the server. The last one stays in memory, for a time without a connection. */
export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'] as const,
  queryFn: ({ signal }) => call(healthRoutes.read, { signal }),
  gcTime: Infinity,
})
