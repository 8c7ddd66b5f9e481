import { queryOptions } from '@tanstack/react-query'
import { type RetentionSettings, retentionRoutes } from '@noroshi/contract/admin/retention.http'
import { call } from '../../../platform/connection/http.ts'
import { useChange } from '../../../ui/states/use-change.ts'

/** The periods are not refetched by a timer, because the administrator may be editing them. */
export const retentionQuery = queryOptions({
  queryKey: ['admin', 'retention'] as const,
  queryFn: ({ signal }) => call(retentionRoutes.read, { signal }),
  refetchInterval: false,
})

/**
 * The numbers of items that these periods would remove now. Each question counts again, without retries: a count reads all
 * messages.
 */
export const retentionPreviewQuery = (body: RetentionSettings) =>
  queryOptions({
    queryKey: ['admin', 'retention', 'preview', body] as const,
    queryFn: ({ signal }) => call(retentionRoutes.preview, { body, signal }),
    gcTime: 0,
    retry: false,
    staleTime: Infinity,
    refetchInterval: false,
  })

export const useSaveRetention = () =>
  useChange(
    (body: RetentionSettings & { readonly loaded: RetentionSettings }) => call(retentionRoutes.change, { body }),
    (cache, saved) => cache.setQueryData(retentionQuery.queryKey, saved),
    'admin.saved',
  )
