import { type DataTag, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MessageKey } from '../platform/i18n.ts'
import { toastSuccess } from './toast.tsx'

interface Members<Member> {
  readonly items: Member[]
  readonly nextCursor: string | null
}

/** The members of a feed or a page: where the page keeps them, and how the unit is asked. */
export interface MembersToChange<Flags, Member extends Flags & { readonly id: string }> {
  readonly list: DataTag<QueryKey, Members<Member>, Error>
  /** What oneself is in it. */
  readonly mine: QueryKey
  readonly add: (userIds: string[]) => Promise<Members<Member>>
  readonly change: (memberId: string, flags: Partial<Flags>) => Promise<unknown>
  readonly remove: (memberId: string) => Promise<unknown>
  /** Keys of what is said then. */
  readonly added: MessageKey
  readonly removed: MessageKey
}

/** The answer is the whole list: nobody stands in it twice. */
export function useAddMembers<Flags, Member extends Flags & { readonly id: string }>(of: MembersToChange<Flags, Member>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: of.add,
    onSuccess: (members) => {
      cache.setQueryData(of.list, members)
      toastSuccess(of.added)
    },
  })
}

/** What a member may do: seen at once; where the unit refuses, its own comes back. */
export function useChangeMember<Flags, Member extends Flags & { readonly id: string }>(of: MembersToChange<Flags, Member>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ memberId, flags }: { memberId: string; flags: Partial<Flags> }) => of.change(memberId, flags),
    onMutate: ({ memberId, flags }) => {
      cache.setQueryData(
        of.list,
        (list) =>
          list && { ...list, items: list.items.map((member) => (member.id === memberId ? { ...member, ...flags } : member)) },
      )
    },
    onSettled: () => readAnew(cache, of),
  })
}

export function useRemoveMember<Flags, Member extends Flags & { readonly id: string }>(of: MembersToChange<Flags, Member>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: of.remove,
    onSuccess: (_done, memberId) => {
      cache.setQueryData(of.list, (list) => list && { ...list, items: list.items.filter((member) => member.id !== memberId) })
      toastSuccess(of.removed)
    },
    onSettled: () => readAnew(cache, of),
  })
}

/** An administrator may change and remove themselves: what oneself is there too. */
function readAnew(cache: QueryClient, { list, mine }: { readonly list: QueryKey; readonly mine: QueryKey }) {
  void cache.invalidateQueries({ queryKey: mine })
  return cache.invalidateQueries({ queryKey: list })
}
