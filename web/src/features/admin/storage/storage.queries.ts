import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { storageRoutes } from '@noroshi/contract/admin/storage.http'
import { call } from '../../../platform/connection/http.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'

/** The content of the server, as it was counted last. */
export const storageQuery = queryOptions({
  queryKey: ['admin', 'storage'] as const,
  queryFn: ({ signal }) => call(storageRoutes.read, { signal }),
})

export function useCountStorage() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(storageRoutes.count),
    onSuccess: (counted) => {
      cache.setQueryData(storageQuery.queryKey, counted)
      toastSuccess('storage.counted')
    },
  })
}
