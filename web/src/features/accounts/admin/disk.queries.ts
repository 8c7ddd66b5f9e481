import { queryOptions } from '@tanstack/react-query'
import { diskRoutes } from '@noroshi/contract/accounts/disk.http'
import { call } from '../../../platform/connection/http.ts'

export const diskQuery = queryOptions({
  queryKey: ['admin', 'disk'] as const,
  queryFn: () => call(diskRoutes.read),
})
