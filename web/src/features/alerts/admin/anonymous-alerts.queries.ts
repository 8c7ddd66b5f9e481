import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { anonymousAlertRoutes as routes, sourceName } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { call } from '../../../platform/connection/http.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'

const areaKey = ['admin', 'anonymousAlerts'] as const

/** The alerts of a source, or of a time span. Times are ISO 8601. */
export type Selection = z.input<typeof routes.count.query>
type Resolution = z.input<typeof routes.resolve.body>

export const sourcesQuery = queryOptions({
  queryKey: [...areaKey, 'sources'] as const,
  queryFn: () => call(routes.sources),
})

export const countQuery = (selection: Selection) =>
  queryOptions({
    queryKey: [...areaKey, 'count', selection] as const,
    queryFn: () => call(routes.count, { query: selection }),
    refetchInterval: false,
    staleTime: 0,
    gcTime: 0,
  })

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

export const mutedAlertsQuery = infiniteQueryOptions({
  queryKey: [...areaKey, 'muted'] as const,
  queryFn: ({ pageParam }) => call(routes.muted, { query: pageParam === null ? {} : { cursor: pageParam } }),
  initialPageParam: firstCursor,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

/** A change of the administrator. The lists of this area are refetched after it. */
function useAreaChange<Input, Reply>(change: (input: Input) => Promise<Reply>, onDone: (reply: Reply, input: Input) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply, input) => {
      onDone(reply, input)
      return cache.invalidateQueries({ queryKey: areaKey })
    },
  })
}

export const useMuteSource = () =>
  useAreaChange(
    (sourceId: string) => call(routes.mute, { params: { sourceId } }),
    (_, sourceId) => toastSuccess('anonymousAlerts.muted', { name: sourceName(sourceId) }),
  )

export const useUnmuteSource = () =>
  useAreaChange(
    (sourceId: string) => call(routes.unmute, { params: { sourceId } }),
    (_, sourceId) => toastSuccess('anonymousAlerts.unmuted', { name: sourceName(sourceId) }),
  )

export const useResolveSelected = () =>
  useAreaChange(
    (body: Resolution) => call(routes.resolve, { body }),
    ({ count }, { action }) => {
      const key = action === 'dismiss' ? 'anonymousAlerts.dismissed' : 'anonymousAlerts.resolved'
      toastSuccess(key, { count })
    },
  )

export const useReleaseAlert = () =>
  useAreaChange(
    (id: string) => call(routes.release, { params: { id } }),
    ({ recipientCount: count }) => toastSuccess('anonymousAlerts.released', { count }),
  )
