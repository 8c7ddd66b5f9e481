import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type SirenScreenForm, sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import { call } from '../../../platform/connection/http.ts'
import { REFETCH_MS } from '../../../platform/tuning.ts'
import { useChange } from '../../../ui/states/use-change.ts'

export const sirenScreensQuery = queryOptions({
  queryKey: ['admin', 'sirenScreens'] as const,
  queryFn: () => call(sirenScreenRoutes.list),
  refetchInterval: REFETCH_MS,
})

/** Adds a siren screen. The result contains its code, which the cache does not store. */
export function useCreateSirenScreen() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof SirenScreenForm>) => call(sirenScreenRoutes.create, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: sirenScreensQuery.queryKey }),
    gcTime: 0,
  })
}

export const useRevokeSirenScreen = () =>
  useChange(
    (id: string) => call(sirenScreenRoutes.revoke, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: sirenScreensQuery.queryKey }),
    'admin.saved',
  )
