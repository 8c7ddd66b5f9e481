import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type FeedFlags, feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { type FeedForm, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { call } from '../../platform/http.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { feedMembersQuery, feedQuery, feedsQuery, myMembershipQuery } from './feeds.queries.ts'

export interface FeedToSave {
  readonly form: z.input<typeof FeedForm>
  readonly cover: File | null
}

/** Without an id it is a new one, made once however often it is sent. */
export function useSaveFeed(id: string | null, clientId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ form, cover }: FeedToSave) => {
      const files = cover ? [{ field: 'coverImage', file: cover, name: cover.name }] : []
      return id === null
        ? call(feedRoutes.create, { form: { ...form, clientId }, files })
        : call(feedRoutes.edit, { params: { id }, form, files })
    },
    onSuccess: (feed) => {
      cache.setQueryData(feedQuery(feed.id).queryKey, feed)
      toastSuccess(id === null ? 'feeds.created' : 'feeds.updated')
      return cache.invalidateQueries({ queryKey: feedsQuery.queryKey })
    },
  })
}

export function useDeleteFeed(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(feedRoutes.remove, { params: { id } }),
    onSuccess: () => {
      cache.setQueryData(feedsQuery.queryKey, (list) => list && { ...list, items: list.items.filter((feed) => feed.id !== id) })
      toastSuccess('feeds.deleted')
    },
  })
}

/** The answer is the whole list: nobody stands in it twice. */
export function useAddFeedMembers(id: string, onAdded: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (members: string[]) => call(feedMemberRoutes.add, { params: { id }, body: { members } }),
    onSuccess: (members) => {
      cache.setQueryData(feedMembersQuery(id).queryKey, members)
      toastSuccess('feeds.membersAdded')
      onAdded()
    },
  })
}

/** What a member may do: seen at once; where the unit refuses, its own comes back. */
export function useChangeMember(id: string) {
  const cache = useQueryClient()
  const { queryKey } = feedMembersQuery(id)
  return useMutation({
    mutationFn: ({ memberId, flags }: { memberId: string; flags: Partial<FeedFlags> }) =>
      call(feedMemberRoutes.change, { params: { id, memberId }, body: flags }),
    onMutate: ({ memberId, flags }) => {
      cache.setQueryData(
        queryKey,
        (list) =>
          list && { ...list, items: list.items.map((member) => (member.id === memberId ? { ...member, ...flags } : member)) },
      )
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: myMembershipQuery(id).queryKey })
      return cache.invalidateQueries({ queryKey })
    },
  })
}

export function useRemoveFeedMember(id: string) {
  const cache = useQueryClient()
  const { queryKey } = feedMembersQuery(id)
  return useMutation({
    mutationFn: (memberId: string) => call(feedMemberRoutes.remove, { params: { id, memberId } }),
    onSuccess: (_done, memberId) => {
      cache.setQueryData(queryKey, (list) => list && { ...list, items: list.items.filter((member) => member.id !== memberId) })
      toastSuccess('feeds.memberRemoved')
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}
