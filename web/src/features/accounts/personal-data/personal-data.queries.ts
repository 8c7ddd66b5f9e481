import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type DeletionForm, type ExportForm, personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { call } from '../../../platform/connection/http.ts'
import { markSignOut } from '../../../platform/session/session.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { leaveAccount } from '../accounts.queries.ts'

/** Creates the link to an export and opens it: the browser saves the archive while the server sends it. */
export const useExport = (userId: string | null) =>
  useMutation({
    gcTime: 0,
    mutationFn: (body: z.input<typeof ExportForm>) =>
      userId === null
        ? call(personalDataRoutes.export, { body })
        : call(personalDataRoutes.exportOf, { params: { id: userId }, body }),
    onSuccess: ({ path }) => {
      const link = document.createElement('a')
      link.href = path
      link.download = ''
      link.click()
      toastSuccess('personalData.started')
    },
  })

/** Deletes an account. After the deletion of the own one, this browser shows the sign-in. */
export function useDeleteAccount(userId: string | null) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof DeletionForm>) =>
      userId === null
        ? call(personalDataRoutes.delete, { body })
        : call(personalDataRoutes.deleteOf, { params: { id: userId }, body }),
    onSuccess: async () => {
      if (userId === null) {
        markSignOut()
        await leaveAccount(cache)
      } else toastSuccess('personalData.deleted')
    },
  })
}
