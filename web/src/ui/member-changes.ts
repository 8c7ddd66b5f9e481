import { type DataTag, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Member } from '@noroshi/contract/members'
import type { MessageKey } from '../platform/i18n.ts'
import { toastSuccess } from './toast.tsx'

/** A member of a feed or a page with permissions. */
export type MemberWith<Flag extends string> = Member & Readonly<Record<Flag, boolean>>

export interface Members<Flag extends string> {
  readonly items: MemberWith<Flag>[]
  readonly nextCursor: string | null
}

/** The members of one feed or page: their query keys, requests and toasts. */
export interface MembersToChange<Flag extends string> {
  readonly list: DataTag<QueryKey, Members<Flag>, Error>
  /** Query key of the user's own membership. */
  readonly ownMembership: QueryKey
  readonly add: (userIds: string[]) => Promise<Members<Flag>>
  readonly change: (memberId: string, flag: Flag, isOn: boolean) => Promise<unknown>
  readonly remove: (memberId: string) => Promise<unknown>
  /** Message keys of the success toasts. */
  readonly added: MessageKey
  readonly removed: MessageKey
}

/** Adds members. The reply is the complete list, so no member is duplicated. */
export function useAddMembers<Flag extends string>(of: MembersToChange<Flag>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: of.add,
    onSuccess: (members) => {
      cache.setQueryData(of.list, members)
      toastSuccess(of.added)
    },
  })
}

interface FlagChange<Flag extends string> {
  readonly memberId: string
  readonly flag: Flag
  readonly isOn: boolean
}

/** Changes a permission of a member. The change is visible at once; if the server refuses, the refetch restores it. */
export function useChangeMember<Flag extends string>(of: MembersToChange<Flag>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ memberId, flag, isOn }: FlagChange<Flag>) => of.change(memberId, flag, isOn),
    onMutate: ({ memberId, flag, isOn }) => {
      cache.setQueryData(
        of.list,
        (list) =>
          list && { ...list, items: list.items.map((member) => (member.id === memberId ? { ...member, [flag]: isOn } : member)) },
      )
    },
    onSettled: () => refetchMembers(cache, of),
  })
}

export function useRemoveMember<Flag extends string>(of: MembersToChange<Flag>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: of.remove,
    onSuccess: (_done, memberId) => {
      cache.setQueryData(of.list, (list) => list && { ...list, items: list.items.filter((member) => member.id !== memberId) })
      toastSuccess(of.removed)
    },
    onSettled: () => refetchMembers(cache, of),
  })
}

/** Refetches the list and the user's own membership, because administrators may change and remove themselves. */
function refetchMembers(
  cache: QueryClient,
  { list, ownMembership }: { readonly list: QueryKey; readonly ownMembership: QueryKey },
) {
  void cache.invalidateQueries({ queryKey: ownMembership })
  return cache.invalidateQueries({ queryKey: list })
}
