import { useQuery } from '@tanstack/react-query'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { useReader } from '../../../platform/reader.ts'
import { ManagedMembers, type MembersWords } from '../../../ui/managed-members.tsx'
import { pageMembersToChange } from '../pages.changes.ts'
import { pageMembersQuery } from '../pages.queries.ts'
import type { OpenPage } from '../use-page.ts'

const words: MembersWords = {
  failed: 'pages.membersFailed',
  add: 'pages.addMembers',
  addWho: 'pages.addMembersWho',
  you: 'pages.you',
  creator: 'pages.creator',
  menu: 'pages.memberMenu',
  profile: 'pages.viewProfile',
  permissions: 'pages.permissions',
  permissionsOf: 'pages.permissionsOf',
  permissionsNote: 'pages.permissionsNote',
  remove: 'pages.removeMember',
  removeConfirm: 'pages.removeMemberConfirm',
  removeKey: 'pages.remove',
}

const flags = [
  ['canUpdate', 'pages.canUpdate'],
  ['canModerateUpdates', 'pages.canModerateUpdates'],
  ['canModerateMembers', 'pages.canModerateMembers'],
] as const

/** Who works on a page and what they may do there. */
export function PageMembers({ open: { page, facts } }: { open: OpenPage }) {
  const reader = useReader()
  const { id, CreatedByUserId } = page
  const found = useQuery(pageMembersQuery(id))
  return (
    <ManagedMembers
      found={found}
      of={pageMembersToChange(id)}
      flags={flags}
      words={words}
      creatorId={CreatedByUserId}
      mayAdd={abilities['page:manageMembers'](reader, facts)}
      mayChange={({ UserId }) => abilities['page:changeMember'](reader, { ...facts, UserId, CreatedByUserId })}
    />
  )
}
