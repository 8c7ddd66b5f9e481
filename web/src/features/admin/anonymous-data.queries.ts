import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'

export const anonymousDataQuery = queryOptions({
  queryKey: ['admin', 'anonymousData'] as const,
  queryFn: () => call(anonymousDataRoutes.usage),
})

export function useDeleteAlert() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(anonymousDataRoutes.deleteAlert, { params: { id } }),
    onSuccess: () => {
      toastSuccess('admin.deleted')
      return cache.invalidateQueries({ queryKey: anonymousDataQuery.queryKey })
    },
  })
}
