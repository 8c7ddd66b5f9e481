import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AlertGroupForm, alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { call } from '../../platform/connection/http.ts'
import { keepFilledPages } from '../../platform/connection/keep-filled-pages.ts'
import { useChange } from '../../ui/states/use-change.ts'

const groupsKey = ['admin', 'alertGroups'] as const
// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

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
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepFilledPages,
  })

/** Refetches the groups and members after a change. */
const useGroupChange = <Change>(send: (change: Change) => Promise<unknown>, isDeletion = false) =>
  useChange(send, (cache) => cache.invalidateQueries({ queryKey: groupsKey }), isDeletion ? 'admin.deleted' : 'admin.saved')

/** Creates a group if there is no id. */
export const useSaveGroup = (id?: string) =>
  useGroupChange((body: z.input<typeof AlertGroupForm>) =>
    id === undefined ? call(alertGroupRoutes.create, { body }) : call(alertGroupRoutes.update, { params: { id }, body }),
  )

export const useDeleteGroup = () => useGroupChange((id: string) => call(alertGroupRoutes.remove, { params: { id } }), true)

export const useAddMembers = (id: string) =>
  useGroupChange((userIds: string[]) => call(alertGroupRoutes.addMembers, { params: { id }, body: { userIds } }))

export const useRemoveMember = (id: string) =>
  useGroupChange((userId: string) => call(alertGroupRoutes.removeMembers, { params: { id }, body: { userIds: [userId] } }))
