import { useQuery } from '@tanstack/react-query'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import { useReader } from '../../../platform/reader.ts'
import { ManagedMembers, type MembersWords } from '../../../ui/managed-members.tsx'
import { feedMembersToChange } from '../feeds.changes.ts'
import { feedMembersQuery } from '../feeds.queries.ts'
import type { OpenFeed } from '../use-feed.ts'

const words: MembersWords = {
  failed: 'feeds.membersFailed',
  add: 'feeds.addMembers',
  addWho: 'feeds.addMembersWho',
  you: 'feeds.you',
  creator: 'feeds.creator',
  menu: 'feeds.memberMenu',
  profile: 'feeds.viewProfile',
  permissions: 'feeds.permissions',
  permissionsOf: 'feeds.permissionsOf',
  permissionsNote: 'feeds.permissionsNote',
  remove: 'feeds.removeMember',
  removeConfirm: 'feeds.removeMemberConfirm',
  removeKey: 'feeds.remove',
}

const flags = [
  ['canPost', 'feeds.canPost'],
  ['canUpdate', 'feeds.canUpdate'],
  ['canModeratePosts', 'feeds.canModeratePosts'],
  ['canModerateMembers', 'feeds.canModerateMembers'],
] as const

/** Who is in a feed and what they may do there. */
export function FeedMembers({ open: { feed, facts } }: { open: OpenFeed }) {
  const reader = useReader()
  const { id, CreatedByUserId } = feed
  const found = useQuery(feedMembersQuery(id))
  return (
    <ManagedMembers
      found={found}
      of={feedMembersToChange(id)}
      flags={flags}
      words={words}
      creatorId={CreatedByUserId}
      mayAdd={abilities['feed:manageMembers'](reader, facts)}
      mayChange={({ UserId }) => abilities['feed:changeMember'](reader, { ...facts, UserId, CreatedByUserId })}
    />
  )
}
