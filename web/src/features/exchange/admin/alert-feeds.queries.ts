import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AlertFeedForm, alertFeedRoutes } from '@noroshi/contract/exchange/alert-feeds.http'
import { call } from '../../../platform/connection/http.ts'
import { REFETCH_MS } from '../../../platform/tuning.ts'
import { useChange } from '../../../ui/states/use-change.ts'

export const alertFeedsQuery = queryOptions({
  queryKey: ['admin', 'alertFeeds'] as const,
  queryFn: () => call(alertFeedRoutes.list),
  refetchInterval: REFETCH_MS,
})

/** Adds a feed of alerts. The result contains its address with the token, which the cache does not store. */
export function useCreateAlertFeed() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof AlertFeedForm>) => call(alertFeedRoutes.create, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: alertFeedsQuery.queryKey }),
    gcTime: 0,
  })
}

export const useRevokeAlertFeed = () =>
  useChange(
    (id: string) => call(alertFeedRoutes.revoke, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: alertFeedsQuery.queryKey }),
    'admin.saved',
  )
