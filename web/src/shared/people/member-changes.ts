import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Member } from '@noroshi/contract/members'
import type { MessageKey } from '../../platform/language/i18n.ts'
import type { EntityType } from '../../platform/store/entity.ts'
import { putReply, type Reply } from '../../platform/store/replies.ts'
import { storeOf } from '../../platform/store/stores.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'

/** A member of a feed or a page with permissions. */
export type MemberWith<Flag extends string> = Member & Readonly<Record<Flag, boolean>>

export type Members<Flag extends string> = readonly MemberWith<Flag>[]

/** The members of one feed or page: their entity type, query keys, requests and toasts. */
export interface MembersToChange<Flag extends string> {
  /** Id of the feed or page. */
  readonly id: string
  readonly entity: EntityType<Reply<Members<Flag>>>
  /** Query key of the members. */
  readonly list: QueryKey
  /** Query key of the user's own membership. */
  readonly ownMembership: QueryKey
  readonly add: (userIds: string[]) => Promise<{ readonly items: Members<Flag> }>
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
    onSuccess: ({ items }) => {
      putReply(storeOf(cache), of.entity, of.id, items)
      toastSuccess(of.added)
    },
  })
}

interface FlagChange<Flag extends string> {
  readonly memberId: string
  readonly flag: Flag
  readonly isOn: boolean
}

/** Changes a permission of a member. The change is visible at once, and undone if it fails. */
export function useChangeMember<Flag extends string>(of: MembersToChange<Flag>) {
  const cache = useQueryClient()
  const show = ({ memberId, flag, isOn }: FlagChange<Flag>) =>
    changeKnown(cache, of, (members) => members.map((member) => (member.id === memberId ? { ...member, [flag]: isOn } : member)))
  return useMutation({
    mutationFn: ({ memberId, flag, isOn }: FlagChange<Flag>) => of.change(memberId, flag, isOn),
    onMutate: show,
    onError: (_error, change) => show({ ...change, isOn: !change.isOn }),
    onSettled: () => refetchMembers(cache, of),
  })
}

export function useRemoveMember<Flag extends string>(of: MembersToChange<Flag>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: of.remove,
    onSuccess: (_done, memberId) => {
      changeKnown(cache, of, (members) => members.filter((member) => member.id !== memberId))
      toastSuccess(of.removed)
    },
    onSettled: () => refetchMembers(cache, of),
  })
}

function changeKnown<Flag extends string>(
  cache: QueryClient,
  { entity, id }: MembersToChange<Flag>,
  change: (members: Members<Flag>) => Members<Flag>,
) {
  const store = storeOf(cache)
  const known = store.get(entity, id)
  if (known) putReply(store, entity, id, change(known.data))
}

/** Refetches the list and the user's own membership, because administrators may change and remove themselves. */
function refetchMembers(
  cache: QueryClient,
  { list, ownMembership }: { readonly list: QueryKey; readonly ownMembership: QueryKey },
) {
  void cache.invalidateQueries({ queryKey: ownMembership })
  return cache.invalidateQueries({ queryKey: list })
}
