import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AlertGroupForm, alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'

const groupsKey = ['admin', 'alertGroups'] as const
// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null

export const alertGroupsQuery = queryOptions({
  queryKey: [...groupsKey, 'list'] as const,
  queryFn: () => call(alertGroupRoutes.list),
})

export const groupMembersQuery = (id: string, name: string) =>
  infiniteQueryOptions({
    queryKey: [...groupsKey, 'members', id, name] as const,
    queryFn: ({ pageParam, signal }) =>
      call(alertGroupRoutes.members, {
        params: { id },
        query: { name, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

/** After each change the lists and counts are asked for again. */
function useGroupChange<Variables>(change: (variables: Variables) => Promise<unknown>, isDeletion = false) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      toastSuccess(isDeletion ? 'admin.deleted' : 'admin.saved')
      return cache.invalidateQueries({ queryKey: groupsKey })
    },
  })
}

/** Without an id it is a new one. */
export const useSaveGroup = (id?: string) =>
  useGroupChange((body: z.input<typeof AlertGroupForm>) =>
    id === undefined ? call(alertGroupRoutes.create, { body }) : call(alertGroupRoutes.update, { params: { id }, body }),
  )

export const useDeleteGroup = () => useGroupChange((id: string) => call(alertGroupRoutes.remove, { params: { id } }), true)

export const useAddMembers = (id: string) =>
  useGroupChange((userIds: string[]) => call(alertGroupRoutes.addMembers, { params: { id }, body: { userIds } }))

export const useRemoveMember = (id: string) =>
  useGroupChange((userId: string) => call(alertGroupRoutes.removeMembers, { params: { id }, body: { userIds: [userId] } }))
