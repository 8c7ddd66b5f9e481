import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type TakServerForm, takServerRoutes } from '@noroshi/contract/exchange/tak.http'
import { call } from '../../../platform/connection/http.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { useChange } from '../../../ui/states/use-change.ts'

/** Milliseconds between two reads of the state of the connection, which changes within seconds. */
const STATE_MS = 5000

export const takServerQuery = queryOptions({
  queryKey: ['admin', 'takServer'] as const,
  queryFn: () => call(takServerRoutes.read),
  refetchInterval: STATE_MS,
})

/** Stores the connection. The cache keeps neither the certificates nor the password. */
export function useSaveTakServer() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof TakServerForm>) => call(takServerRoutes.save, { body }),
    onSuccess: (reply) => {
      toastSuccess('admin.saved')
      cache.setQueryData(takServerQuery.queryKey, reply)
    },
    gcTime: 0,
  })
}

export const useRemoveTakServer = () =>
  useChange(
    () => call(takServerRoutes.remove),
    (cache) => cache.invalidateQueries({ queryKey: takServerQuery.queryKey }),
    'admin.saved',
  )
