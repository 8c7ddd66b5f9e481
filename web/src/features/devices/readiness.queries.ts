import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { deviceRoutes, type ReadinessFilter } from '@noroshi/contract/devices/devices.http'
import { call } from '../../platform/connection/http.ts'
import { keepFilledPages } from '../../platform/connection/keep-filled-pages.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

export const readinessQuery = (filter: ReadinessFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'readiness', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(deviceRoutes.readiness, { query: { filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepFilledPages,
  })

/** Starts a drill for the members of alert groups. */
export const useStartDrill = () =>
  useMutation({
    mutationFn: (body: { readonly groupIds: string[]; readonly clientId: string }) => call(drillRoutes.start, { body }),
    onSuccess: ({ recipientCount: count }) => toastSuccess('drills.started', { count }),
  })
