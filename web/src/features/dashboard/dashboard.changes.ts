import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { dashboardRoutes, type LinkForm, type SectionForm } from '@noroshi/contract/dashboard/dashboard.http'
import { call } from '../../platform/connection/http.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { allLinksQuery, dashboardKey, sectionsQuery } from './dashboard.queries.ts'
import { sortByIds } from './order.ts'

const refetchDashboard = (cache: QueryClient) => cache.invalidateQueries({ queryKey: dashboardKey })

/** Creates a section if there is no id. */
export const useSaveSection = (id?: string) =>
  useChange(
    (body: z.input<typeof SectionForm>) =>
      id === undefined
        ? call(dashboardRoutes.createSection, { body })
        : call(dashboardRoutes.updateSection, { params: { id }, body }),
    refetchDashboard,
    'dashboard.saved',
  )

export const useDeleteSection = () =>
  useChange(
    (id: string) => call(dashboardRoutes.removeSection, { params: { id } }),
    (cache) => cache.invalidateQueries({ queryKey: sectionsQuery.queryKey }),
    'dashboard.deleted',
  )

export interface LinkToSave {
  readonly form: z.input<typeof LinkForm>
  readonly image: File | null
}

/** Creates a link if there is no id. */
export const useSaveLink = (id?: string) =>
  useChange(
    ({ form, image }: LinkToSave) => {
      const files = image ? [{ field: 'image', file: image, name: image.name }] : []
      return id === undefined
        ? call(dashboardRoutes.createLink, { form, files })
        : call(dashboardRoutes.updateLink, { params: { id }, form, files })
    },
    refetchDashboard,
    'dashboard.saved',
  )

export const useDeleteLink = () =>
  useChange((id: string) => call(dashboardRoutes.removeLink, { params: { id } }), refetchDashboard, 'dashboard.deleted')

export function useOrderSections() {
  const cache = useQueryClient()
  return useOrder(
    [...dashboardKey, 'order of sections'],
    (ids) => call(dashboardRoutes.orderSections, { body: { ids: [...ids] } }),
    (ids) =>
      cache.setQueryData(sectionsQuery.queryKey, (list) => {
        const items = sortByIds(list?.items ?? [], ids).map((item, index) => ({ ...item, position: index + 1 }))
        return list && { ...list, items }
      }),
  )
}

export function useOrderLinks(sectionId: string) {
  const cache = useQueryClient()
  return useOrder(
    [...dashboardKey, 'order of links', sectionId],
    (ids) => call(dashboardRoutes.orderLinks, { params: { id: sectionId }, body: { ids: [...ids] } }),
    (ids) =>
      cache.setQueryData(allLinksQuery(sectionId).queryKey, (list) => list && { ...list, items: sortByIds(list.items, ids) }),
  )
}

/**
 * Changes an order. The requests are sent one after the other, so that the newest order is the result on the server too.
 * @returns the change, and `newest`: the newest order that the server has not confirmed, or null
 */
function useOrder(
  mutationKey: readonly string[],
  send: (ids: readonly string[]) => Promise<unknown>,
  apply: (ids: readonly string[]) => void,
) {
  const cache = useQueryClient()
  const unconfirmed = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as readonly string[], // `as`: the variables of `mutation`
  })
  const mutation = useMutation({
    mutationKey,
    scope: { id: mutationKey.join('/') },
    mutationFn: send,
    onSuccess: (_reply, ids) => apply(ids),
    onSettled: () => void cache.invalidateQueries({ queryKey: dashboardKey }),
  })
  return { change: mutation.mutateAsync, newest: unconfirmed.at(-1) ?? null }
}
