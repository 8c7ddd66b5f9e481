import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { clockRoutes } from '@noroshi/contract/accounts/clock.http'
import { call } from '../../../platform/connection/http.ts'

export const clockQuery = queryOptions({
  queryKey: ['admin', 'clock'] as const,
  queryFn: () => call(clockRoutes.read),
})

export function useConfirmClock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(clockRoutes.confirm),
    onSuccess: (state) => cache.setQueryData(clockQuery.queryKey, state),
  })
}
