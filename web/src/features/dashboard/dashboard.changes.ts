import { useMutation, useQueryClient } from '@tanstack/react-query'
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

/** Changes the order of the sections. The cache changes at once, and a refetch restores the order after an error. */
export function useOrderSections() {
  const cache = useQueryClient()
  const { queryKey } = sectionsQuery
  return useMutation({
    mutationFn: (ids: string[]) => call(dashboardRoutes.orderSections, { body: { ids } }),
    onMutate: async (ids) => {
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(
        queryKey,
        (list) => list && { ...list, items: sortByIds(list.items, ids).map((item, index) => ({ ...item, position: index + 1 })) },
      )
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}

export function useOrderLinks(sectionId: string) {
  const cache = useQueryClient()
  const { queryKey } = allLinksQuery(sectionId)
  return useMutation({
    mutationFn: (ids: string[]) => call(dashboardRoutes.orderLinks, { params: { id: sectionId }, body: { ids } }),
    onMutate: async (ids) => {
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, (list) => list && { ...list, items: sortByIds(list.items, ids) })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: dashboardKey }),
  })
}
