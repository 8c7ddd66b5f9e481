import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type LacsGroupForm, lacsRoutes, type LacsUnitForm } from '@noroshi/contract/admin/lacs.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'

const lacsKey = ['admin', 'lacs'] as const

export const lacsGroupsQuery = queryOptions({
  queryKey: [...lacsKey, 'groups'] as const,
  queryFn: () => call(lacsRoutes.groups),
})

/** Of all groups: their number is small, and each names its group. */
export const lacsUnitsQuery = queryOptions({
  queryKey: [...lacsKey, 'units'] as const,
  queryFn: () => call(lacsRoutes.units),
})

/** After each change groups and units are asked for again: a group counts its units. */
function useLacsChange<Variables>(change: (variables: Variables) => Promise<unknown>, isDeletion = false, isHandled = false) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { isHandled },
    onSuccess: () => {
      toastSuccess(isDeletion ? 'admin.deleted' : 'admin.saved')
      return cache.invalidateQueries({ queryKey: lacsKey })
    },
  })
}

/** Without an id it is a new one. */
export const useSaveLacsGroup = (id?: string) =>
  useLacsChange((body: z.input<typeof LacsGroupForm>) =>
    id === undefined ? call(lacsRoutes.createGroup, { body }) : call(lacsRoutes.updateGroup, { params: { id }, body }),
  )
/** What keeps it from going is said where one is asked whether it shall. */
export const useDeleteLacsGroup = () =>
  useLacsChange((id: string) => call(lacsRoutes.removeGroup, { params: { id } }), true, true)

export const useSaveLacsUnit = (id?: string) =>
  useLacsChange((body: z.input<typeof LacsUnitForm>) =>
    id === undefined ? call(lacsRoutes.createUnit, { body }) : call(lacsRoutes.updateUnit, { params: { id }, body }),
  )
export const useDeleteLacsUnit = () => useLacsChange((id: string) => call(lacsRoutes.removeUnit, { params: { id } }), true)
