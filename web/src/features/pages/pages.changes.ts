import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type PageFlags, pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { type PageForm, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { forgetPage, keepPage } from './page-cache.ts'
import { myPageMembershipQuery, pageMembersQuery } from './pages.queries.ts'

/** Without an id it is a new one, made once however often it is sent. */
export function useSavePage(id: string | null, clientId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (form: z.input<typeof PageForm>) =>
      id === null
        ? call(pageRoutes.create, { body: { ...form, clientId } })
        : call(pageRoutes.rename, { params: { id }, body: form }),
    onSuccess: (page) => {
      keepPage(cache, page)
      toastSuccess(id === null ? 'pages.created' : 'pages.renamed')
    },
  })
}

export function useDeletePage(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(pageRoutes.remove, { params: { id } }),
    onSuccess: () => {
      forgetPage(cache, id)
      toastSuccess('pages.deleted')
    },
  })
}

/** The answer is the whole list: nobody stands in it twice. */
export function useAddPageMembers(id: string, onAdded: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (members: string[]) => call(pageMemberRoutes.add, { params: { id }, body: { members } }),
    onSuccess: (members) => {
      cache.setQueryData(pageMembersQuery(id).queryKey, members)
      toastSuccess('pages.membersAdded')
      onAdded()
    },
  })
}

/** What a member may do: seen at once; where the unit refuses, its own comes back. */
export function useChangePageMember(id: string) {
  const cache = useQueryClient()
  const { queryKey } = pageMembersQuery(id)
  return useMutation({
    mutationFn: ({ memberId, flags }: { memberId: string; flags: Partial<PageFlags> }) =>
      call(pageMemberRoutes.change, { params: { id, memberId }, body: flags }),
    onMutate: ({ memberId, flags }) => {
      cache.setQueryData(
        queryKey,
        (list) =>
          list && { ...list, items: list.items.map((member) => (member.id === memberId ? { ...member, ...flags } : member)) },
      )
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: myPageMembershipQuery(id).queryKey })
      return cache.invalidateQueries({ queryKey })
    },
  })
}

export function useRemovePageMember(id: string) {
  const cache = useQueryClient()
  const { queryKey } = pageMembersQuery(id)
  return useMutation({
    mutationFn: (memberId: string) => call(pageMemberRoutes.remove, { params: { id, memberId } }),
    onSuccess: (_done, memberId) => {
      cache.setQueryData(queryKey, (list) => list && { ...list, items: list.items.filter((member) => member.id !== memberId) })
      toastSuccess('pages.memberRemoved')
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: myPageMembershipQuery(id).queryKey })
      return cache.invalidateQueries({ queryKey })
    },
  })
}
