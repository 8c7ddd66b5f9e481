import { infiniteQueryOptions, keepPreviousData, type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AdminUser, type AdminUserFilter, adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'

const usersKey = ['admin', 'users'] as const
// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null

/** `text`: a part of a name or of an address; '' is everybody. */
export const usersQuery = (text: string, filter: AdminUserFilter) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, text, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(adminUserRoutes.list, {
        query: { filter, ...(text !== '' && { text }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

type UserPages = InfiniteData<{ items: AdminUser[]; nextCursor: string | null; total: number }>

/** Where a person is shown; an older version that comes late changes nothing. */
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

export type UserChange = 'activate' | 'deactivate' | 'makeAdmin' | 'removeAdmin'

export function useChangeUser() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: UserChange }) => call(adminUserRoutes[change], { params: { id } }),
    onSuccess: (user) => {
      cache.setQueriesData<UserPages>({ queryKey: usersKey }, withUser(user))
      toastSuccess('adminUsers.done')
      void cache.invalidateQueries({ queryKey: usersKey })
    },
  })
}

/** The link is told once, so it is nowhere but in the dialog that asked for it. */
export const useResetLink = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (id: string) => call(adminUserRoutes.resetLink, { params: { id } }),
  })
