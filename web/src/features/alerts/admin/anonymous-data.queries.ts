import { queryOptions } from '@tanstack/react-query'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { call } from '../../../platform/connection/http.ts'
import { useChange } from '../../../ui/states/use-change.ts'

export const anonymousDataQuery = queryOptions({
  queryKey: ['admin', 'anonymousData'] as const,
  queryFn: () => call(anonymousDataRoutes.usage),
})

export const useDeleteAlert = () =>
  useChange(
    (id: string) => call(anonymousDataRoutes.deleteAlert, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: anonymousDataQuery.queryKey }),
    'admin.deleted',
  )
