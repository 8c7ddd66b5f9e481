import type { z } from 'zod'
import { type PageFlags, pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { type PageForm, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { call } from '../../platform/connection/http.ts'
import type { MembersToChange } from '../../shared/people/member-changes.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { pageStore, removePage, receivePage } from './page-store.ts'
import { pageMembersEntity } from './pages.entities.ts'
import { myPageMembershipQuery, pageMembersQuery } from './pages.queries.ts'

/** Creates a page if `id` is null, otherwise renames it. `clientId` makes a repeated creation return the same page. */
export const useSavePage = (id: string | null, clientId: string) =>
  useChange(
    (form: z.input<typeof PageForm>) =>
      id === null
        ? call(pageRoutes.create, { body: { ...form, clientId } })
        : call(pageRoutes.rename, { params: { id }, body: form }),
    (cache, page) => receivePage(pageStore(cache), page),
    id === null ? 'pages.created' : 'pages.renamed',
  )

/** @param onDone called even if the event of the deletion has closed the page before the reply */
export const useDeletePage = (id: string, onDone?: () => void) =>
  useChange(
    () => call(pageRoutes.remove, { params: { id } }),
    (cache, { version }) => {
      removePage(pageStore(cache), id, version)
      onDone?.()
    },
    'pages.deleted',
  )

export const pageMembersToChange = (id: string): MembersToChange<keyof PageFlags> => ({
  id,
  entity: pageMembersEntity,
  list: pageMembersQuery(id).queryKey,
  ownMembership: myPageMembershipQuery(id).queryKey,
  add: (members) => call(pageMemberRoutes.add, { params: { id }, body: { members } }),
  change: (memberId, flag, isOn) => call(pageMemberRoutes.change, { params: { id, memberId }, body: { [flag]: isOn } }),
  remove: (memberId) => call(pageMemberRoutes.remove, { params: { id, memberId } }),
  added: 'pages.membersAdded',
  removed: 'pages.memberRemoved',
})
