import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { ManagedMembers, type MembersTexts } from '../../../shared/people/managed-members.tsx'
import { pageMembersToChange } from '../pages.changes.ts'
import { usePageMembers } from '../pages.queries.ts'
import type { OpenPage } from '../use-page.ts'

const texts: MembersTexts = {
  failed: 'pages.membersFailed',
  add: 'pages.addMembers',
  addQuestion: 'pages.addMembersWho',
  you: 'pages.you',
  creator: 'pages.creator',
  menu: 'pages.memberMenu',
  profile: 'pages.viewProfile',
  permissions: 'pages.permissions',
  permissionsOf: 'pages.permissionsOf',
  permissionsNote: 'pages.permissionsNote',
  permissionsOwnNote: 'pages.permissionsOwnNote',
  remove: 'pages.removeMember',
  removeConfirm: 'pages.removeMemberConfirm',
  removeLabel: 'pages.remove',
}

const flags = [
  ['canUpdate', 'pages.canUpdate'],
  ['canModerateUpdates', 'pages.canModerateUpdates'],
  ['canModerateMembers', 'pages.canModerateMembers'],
] as const

/** Members of a page and their rights. */
export function PageMemberList({ open: { page, facts } }: { open: OpenPage }) {
  const viewer = useCurrentUser()
  const { id, CreatedByUserId } = page
  const found = usePageMembers(id)
  return (
    <ManagedMembers
      found={found}
      of={pageMembersToChange(id)}
      flags={flags}
      texts={texts}
      creatorId={CreatedByUserId}
      mayAdd={abilities['page:manageMembers'](viewer, facts)}
      mayChange={({ UserId, isActive }) =>
        abilities['page:changeMember'](viewer, { ...facts, UserId, CreatedByUserId, isActive })
      }
      mayGrant={(flag) => abilities['page:grantFlag'](viewer, { ...facts, flag })}
    />
  )
}
