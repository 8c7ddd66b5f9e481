import type { z } from 'zod'
import { type FeedFlags, feedMemberRoutes } from '@noroshi/contract/feeds/feed-members.http'
import { type FeedForm, feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { call } from '../../platform/connection/http.ts'
import type { MembersToChange } from '../../shared/people/member-changes.ts'
import { useChange } from '../../ui/states/use-change.ts'
import { feedStore } from './feed-store.ts'
import { feedEntity, feedMembersEntity } from './feeds.entities.ts'
import { feedMembersQuery, feedsQuery, myMembershipQuery } from './feeds.queries.ts'

export interface FeedToSave {
  readonly form: z.input<typeof FeedForm>
  readonly cover: File | null
}

/** Creates a feed if `id` is null, otherwise edits it. `clientId` makes a repeated creation return the same feed. */
export const useSaveFeed = (id: string | null, clientId: string) =>
  useChange(
    ({ form, cover }: FeedToSave) => {
      const files = cover ? [{ field: 'coverImage', file: cover, name: cover.name }] : []
      return id === null
        ? call(feedRoutes.create, { form: { ...form, clientId }, files })
        : call(feedRoutes.edit, { params: { id }, form, files })
    },
    (cache, feed) => {
      feedStore(cache).put(feedEntity, feed)
      return cache.invalidateQueries({ queryKey: feedsQuery.queryKey })
    },
    id === null ? 'feeds.created' : 'feeds.updated',
  )

export const useDeleteFeed = (id: string) =>
  useChange(
    () => call(feedRoutes.remove, { params: { id } }),
    (cache, { version }) => feedStore(cache).remove(feedEntity, id, version),
    'feeds.deleted',
  )

export const feedMembersToChange = (id: string): MembersToChange<keyof FeedFlags> => ({
  id,
  entity: feedMembersEntity,
  list: feedMembersQuery(id).queryKey,
  ownMembership: myMembershipQuery(id).queryKey,
  add: (members) => call(feedMemberRoutes.add, { params: { id }, body: { members } }),
  change: (memberId, flag, isOn) => call(feedMemberRoutes.change, { params: { id, memberId }, body: { [flag]: isOn } }),
  remove: (memberId) => call(feedMemberRoutes.remove, { params: { id, memberId } }),
  added: 'feeds.membersAdded',
  removed: 'feeds.memberRemoved',
})
