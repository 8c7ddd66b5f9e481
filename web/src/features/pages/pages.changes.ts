import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type PageFlags, pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { type PageForm, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { call } from '../../platform/http.ts'
import { useAddMembers, useChangeMember, useRemoveMember } from '../../ui/member-changes.ts'
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

const membersOf = (id: string) => ({
  list: pageMembersQuery(id).queryKey,
  mine: myPageMembershipQuery(id).queryKey,
  add: (members: string[]) => call(pageMemberRoutes.add, { params: { id }, body: { members } }),
  change: (memberId: string, flags: Partial<PageFlags>) =>
    call(pageMemberRoutes.change, { params: { id, memberId }, body: flags }),
  remove: (memberId: string) => call(pageMemberRoutes.remove, { params: { id, memberId } }),
  added: 'pages.membersAdded' as const,
  removed: 'pages.memberRemoved' as const,
})

export const useAddPageMembers = (id: string) => useAddMembers(membersOf(id))
export const useChangePageMember = (id: string) => useChangeMember(membersOf(id))
export const useRemovePageMember = (id: string) => useRemoveMember(membersOf(id))
