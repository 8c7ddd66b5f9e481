import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type InvitationForm, type UnitSettingsForm, unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { call } from '../../../platform/connection/http.ts'
import { useChange } from '../../../ui/states/use-change.ts'

/** The settings are not refetched by a timer, because the administrator may be editing them. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'] as const,
  queryFn: () => call(unitRoutes.settings),
  refetchInterval: false,
})

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'invitations'] as const,
  queryFn: ({ pageParam, signal }) =>
    call(unitRoutes.invitations, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: firstCursor,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

export const useSaveSettings = () =>
  useChange(
    (body: UnitSettingsForm) => call(unitRoutes.changeSettings, { body }),
    (cache, settings) => cache.setQueryData(settingsQuery.queryKey, settings),
    'admin.saved',
  )

/** Creates an invitation. The server returns the link once, so the result is not cached. */
export function useInvite() {
  const cache = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: z.input<typeof InvitationForm>) => call(unitRoutes.invite, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}

export const useRevokeInvitation = () =>
  useChange(
    (id: string) => call(unitRoutes.revokeInvitation, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
    'admin.saved',
  )
