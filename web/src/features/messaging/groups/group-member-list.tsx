import { Menu } from '@mantine/core'
import { IconShield, IconShieldOff } from '@tabler/icons-react'
import { messagingAbilities as abilities } from '@noroshi/contract/messaging/messaging.abilities'
import type { ThreadMember } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { sortByName } from '../../../platform/language/sort-by-name.ts'
import { AddPeople } from '../../../shared/people/add-people.tsx'
import { MemberMenu, type MemberMenuTexts } from '../../../shared/people/member-menu.tsx'
import { MemberRow, MemberRows } from '../../../shared/people/member-row.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { useLastSeen, useLastSeenText } from '../last-seen/last-seen.tsx'
import { useAddMembers, useMemberAction } from '../messaging.changes.ts'
import { useMembers } from '../messaging.queries.ts'
import css from './group-member-list.module.css'

/** Members of a group: the user first, the others by name. */
export function GroupMemberList({ threadId }: { threadId: string }) {
  const text = useText()
  const viewer = useCurrentUser()
  const { members: all, error, refetch } = useMembers(threadId)
  const seen = useLastSeen(threadId)
  const lastSeenText = useLastSeenText()
  const { mutate: add, isPending: isBusy } = useAddMembers(threadId)
  if (!all) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.membersFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const me = all.find(({ UserId }) => UserId === viewer?.id)
  const facts = { isMember: me !== undefined, isAdmin: me?.isAdmin ?? false, userId: null }
  const others = sortByName(
    all.filter((member) => member !== me),
    ({ user }) => user,
  )
  const members = me ? [me, ...others] : others
  return (
    <div className={css.column}>
      {abilities['group:addMembers'](viewer, facts) && (
        <AddPeople
          label={text('messages.addMembers')}
          question={text('messages.group.people')}
          memberIds={all.map(({ UserId }) => UserId)}
          onAdd={(userIds, onAdded) => add(userIds, { onSuccess: onAdded })}
          isBusy={isBusy}
        />
      )}
      <MemberRows>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            person={member.user}
            you={text('messages.self')}
            note={lastSeenText(seen.get(member.UserId))}
          >
            {member.isAdmin && <Tag tone="accent">{text('messages.admin')}</Tag>}
            {member !== me && <Actions threadId={threadId} member={member} isAdmin={facts.isAdmin} />}
          </MemberRow>
        ))}
      </MemberRows>
    </div>
  )
}

interface ActionsProps {
  threadId: string
  member: ThreadMember
  /** Whether the signed-in user is an admin. */
  isAdmin: boolean
}

const menuTexts: MemberMenuTexts = {
  menu: 'messages.memberMenu',
  profile: 'messages.viewProfile',
  remove: 'messages.removeMember',
  removeConfirm: 'messages.removeConfirm',
  removeLabel: 'messages.remove',
}

/** Menu of another member. Only admins see more than the profile. */
function Actions({ threadId, member, isAdmin }: ActionsProps) {
  const text = useText()
  const viewer = useCurrentUser()
  const makeAdmin = useMemberAction(threadId, 'makeAdmin')
  const removeAdmin = useMemberAction(threadId, 'removeAdmin')
  const remove = useMemberAction(threadId, 'removeMember')
  const { UserId: userId, user } = member
  const facts = { isMember: true, isAdmin, userId }
  const mayRemove = abilities['group:removeMember'](viewer, facts)
  return (
    <MemberMenu
      person={user}
      texts={menuTexts}
      onRemove={mayRemove ? (onEnd) => remove.mutate(userId, { onSettled: onEnd }) : null}
      isRemoving={remove.isPending}
    >
      {!member.isAdmin && abilities['group:makeAdmin'](viewer, facts) && (
        <Menu.Item
          leftSection={<IconShield size={22} stroke={1.75} aria-hidden="true" />}
          onClick={() => makeAdmin.mutate(userId)}
        >
          {text('messages.makeAdmin')}
        </Menu.Item>
      )}
      {member.isAdmin && abilities['group:removeAdmin'](viewer, facts) && (
        <Menu.Item
          leftSection={<IconShieldOff size={22} stroke={1.75} aria-hidden="true" />}
          onClick={() => removeAdmin.mutate(userId)}
        >
          {text('messages.removeAdmin')}
        </Menu.Item>
      )}
    </MemberMenu>
  )
}
