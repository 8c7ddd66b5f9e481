import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { dashboardRoutes, type LinkForm, type SectionForm } from '@noroshi/contract/dashboard/dashboard.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { dashboardKey, sectionsQuery } from './dashboard.queries.ts'

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

export const useOrderSections = () =>
  useOrder('sections', (ids) => call(dashboardRoutes.orderSections, { body: { ids: [...ids] } }))

export const useOrderLinks = (sectionId: string) =>
  useOrder(`links of ${sectionId}`, (ids) =>
    call(dashboardRoutes.orderLinks, { params: { id: sectionId }, body: { ids: [...ids] } }),
  )

/**
 * Changes an order. The requests are sent one after the other, so that the last order is the result on the server too.
 * The mutation ends when the new order is fetched.
 */
function useOrder(list: string, send: (ids: readonly string[]) => Promise<unknown>) {
  const cache = useQueryClient()
  return useMutation({
    scope: { id: `order of the ${list}` },
    mutationFn: send,
    onSettled: () => cache.invalidateQueries({ queryKey: dashboardKey }),
  })
}
