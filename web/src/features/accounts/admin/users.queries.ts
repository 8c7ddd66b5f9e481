import { infiniteQueryOptions, type InfiniteData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AdminUser, type AdminUserFilter, adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { call } from '../../../platform/connection/http.ts'
import { keepFilledPages } from '../../../platform/connection/keep-filled-pages.ts'
import { toastSuccess } from '../../../ui/states/toast.tsx'

export const usersKey = ['admin', 'users'] as const
// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

/** `text`: a part of a name or an email; '' returns all users. */
export const usersQuery = (text: string, filter: AdminUserFilter) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, text, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(adminUserRoutes.list, {
        query: { filter, ...(text !== '' && { text }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepFilledPages,
  })

type UserPages = InfiniteData<{ items: AdminUser[]; nextCursor: string | null; total: number }>

/** Replaces a user in the loaded pages. An older version that arrives late changes nothing. */
export const withUser =
  (user: AdminUser) =>
  (list: UserPages | undefined): UserPages | undefined =>
    list && {
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        items: page.items.map((known) => (known.id === user.id && known.version <= user.version ? user : known)),
      })),
    }

export type UserChange =
  | 'activate'
  | 'deactivate'
  | 'makeAdmin'
  | 'removeAdmin'
  | 'resetSecondFactor'
  | 'liftLimit'
  | 'applyLimit'

export const sendersQuery = queryOptions({
  queryKey: ['admin', 'senders'] as const,
  queryFn: ({ signal }) => call(adminUserRoutes.senders, { signal }),
})

export function useChangeUser() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: UserChange }) => call(adminUserRoutes[change], { params: { id } }),
    onSuccess: (user) => {
      cache.setQueriesData<UserPages>({ queryKey: usersKey }, withUser(user))
      toastSuccess('adminUsers.done')
      void cache.invalidateQueries({ queryKey: usersKey })
      void cache.invalidateQueries({ queryKey: sendersQuery.queryKey })
    },
  })
}

/** Creates a reset link. The server returns it once, so the result is not cached. */
export const useResetLink = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (id: string) => call(adminUserRoutes.resetLink, { params: { id } }),
  })
