import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { dashboardRoutes, type LinkForm, type SectionForm } from '@noroshi/contract/dashboard/dashboard.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { allLinksQuery, dashboardKey, sectionsQuery } from './dashboard.queries.ts'
import { sortByIds } from './order.ts'

/** Creates a section if there is no id. */
export function useSaveSection(id?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof SectionForm>) =>
      id === undefined
        ? call(dashboardRoutes.createSection, { body })
        : call(dashboardRoutes.updateSection, { params: { id }, body }),
    onSuccess: () => {
      toastSuccess('dashboard.saved')
      return cache.invalidateQueries({ queryKey: dashboardKey })
    },
  })
}

export function useDeleteSection() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(dashboardRoutes.removeSection, { params: { id } }),
    onSuccess: () => {
      toastSuccess('dashboard.deleted')
      return cache.invalidateQueries({ queryKey: sectionsQuery.queryKey })
    },
  })
}

export interface LinkToSave {
  readonly form: z.input<typeof LinkForm>
  readonly image: File | null
}

/** Creates a link if there is no id. */
export function useSaveLink(id?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ form, image }: LinkToSave) => {
      const files = image ? [{ field: 'image', file: image, name: image.name }] : []
      return id === undefined
        ? call(dashboardRoutes.createLink, { form, files })
        : call(dashboardRoutes.updateLink, { params: { id }, form, files })
    },
    onSuccess: () => {
      toastSuccess('dashboard.saved')
      return cache.invalidateQueries({ queryKey: dashboardKey })
    },
  })
}

export function useDeleteLink() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(dashboardRoutes.removeLink, { params: { id } }),
    onSuccess: () => {
      toastSuccess('dashboard.deleted')
      return cache.invalidateQueries({ queryKey: dashboardKey })
    },
  })
}

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
