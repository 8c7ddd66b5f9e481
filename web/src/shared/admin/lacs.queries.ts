import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type LacsGroupForm, lacsRoutes, type LacsUnitForm } from '@noroshi/contract/admin/lacs.http'
import { call } from '../../platform/connection/http.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'

const lacsKey = ['admin', 'lacs'] as const

export const lacsGroupsQuery = queryOptions({
  queryKey: [...lacsKey, 'groups'] as const,
  queryFn: () => call(lacsRoutes.groups),
})

/** The units of all groups. There are few, and each has the id of its group. */
export const lacsUnitsQuery = queryOptions({
  queryKey: [...lacsKey, 'units'] as const,
  queryFn: () => call(lacsRoutes.units),
})

/** Refetches groups and units after a change, because a group has the count of its units. */
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

/** Creates a group if there is no id. */
export const useSaveLacsGroup = (id?: string) =>
  useLacsChange((body: z.input<typeof LacsGroupForm>) =>
    id === undefined ? call(lacsRoutes.createGroup, { body }) : call(lacsRoutes.updateGroup, { params: { id }, body }),
  )
/** Deletes a group. The confirmation dialog shows an error, so it is not toasted. */
export const useDeleteLacsGroup = () =>
  useLacsChange((id: string) => call(lacsRoutes.removeGroup, { params: { id } }), true, true)

export const useSaveLacsUnit = (id?: string) =>
  useLacsChange((body: z.input<typeof LacsUnitForm>) =>
    id === undefined ? call(lacsRoutes.createUnit, { body }) : call(lacsRoutes.updateUnit, { params: { id }, body }),
  )
export const useDeleteLacsUnit = () => useLacsChange((id: string) => call(lacsRoutes.removeUnit, { params: { id } }), true)
