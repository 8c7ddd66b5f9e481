import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { ManagedMembers, type MembersTexts } from '../../../shared/people/managed-members.tsx'
import { feedMembersToChange } from '../feeds.changes.ts'
import { useFeedMembers } from '../feeds.queries.ts'
import type { OpenFeed } from '../use-feed.ts'

const texts: MembersTexts = {
  failed: 'feeds.membersFailed',
  add: 'feeds.addMembers',
  addQuestion: 'feeds.addMembersWho',
  you: 'feeds.you',
  creator: 'feeds.creator',
  menu: 'feeds.memberMenu',
  profile: 'feeds.viewProfile',
  permissions: 'feeds.permissions',
  permissionsOf: 'feeds.permissionsOf',
  permissionsNote: 'feeds.permissionsNote',
  permissionsOwnNote: 'feeds.permissionsOwnNote',
  remove: 'feeds.removeMember',
  removeConfirm: 'feeds.removeMemberConfirm',
  removeLabel: 'feeds.remove',
}

const flags = [
  ['canPost', 'feeds.canPost'],
  ['canUpdate', 'feeds.canUpdate'],
  ['canModeratePosts', 'feeds.canModeratePosts'],
  ['canModerateMembers', 'feeds.canModerateMembers'],
] as const

/** Members of a feed and their rights. */
export function FeedMemberList({ open: { feed, facts } }: { open: OpenFeed }) {
  const viewer = useCurrentUser()
  const { id, CreatedByUserId } = feed
  const found = useFeedMembers(id)
  return (
    <ManagedMembers
      found={found}
      of={feedMembersToChange(id)}
      flags={flags}
      texts={texts}
      creatorId={CreatedByUserId}
      mayAdd={abilities['feed:manageMembers'](viewer, facts)}
      mayChange={({ UserId, isActive }) =>
        abilities['feed:changeMember'](viewer, { ...facts, UserId, CreatedByUserId, isActive })
      }
      mayGrant={(flag) => abilities['feed:grantFlag'](viewer, { ...facts, flag })}
    />
  )
}
