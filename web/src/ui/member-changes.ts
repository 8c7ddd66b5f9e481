import { type DataTag, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Member } from '@noroshi/contract/members'
import type { MessageKey } from '../platform/i18n.ts'
import { toastSuccess } from './toast.tsx'

/** Somebody in a feed or a page, and what they may do there. */
export type MemberWith<Flag extends string> = Member & Readonly<Record<Flag, boolean>>

export interface Members<Flag extends string> {
  readonly items: MemberWith<Flag>[]
  readonly nextCursor: string | null
}

/** The members of one feed or page: where the cache has them, and how the unit is asked. */
export interface MembersToChange<Flag extends string> {
  readonly list: DataTag<QueryKey, Members<Flag>, Error>
  /** What oneself is in it. */
  readonly mine: QueryKey
  readonly add: (userIds: string[]) => Promise<Members<Flag>>
  readonly change: (memberId: string, flag: Flag, isOn: boolean) => Promise<unknown>
  readonly remove: (memberId: string) => Promise<unknown>
  /** Keys of what is said then. */
  readonly added: MessageKey
  readonly removed: MessageKey
}

/** The answer is the whole list: nobody stands in it twice. */
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

/** What a member may do: seen at once; where the unit refuses, its own comes back. */
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
    onSettled: () => readAnew(cache, of),
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
    onSettled: () => readAnew(cache, of),
  })
}

/** An administrator may change and remove themselves: what oneself is there too. */
function readAnew(cache: QueryClient, { list, mine }: { readonly list: QueryKey; readonly mine: QueryKey }) {
  void cache.invalidateQueries({ queryKey: mine })
  return cache.invalidateQueries({ queryKey: list })
}
