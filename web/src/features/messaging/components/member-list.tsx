import { Button, Menu } from '@mantine/core'
import { IconShield, IconShieldOff, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { messagingAbilities as abilities } from '@noroshi/contract/messaging/messaging.abilities'
import type { ThreadMember } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { MemberMenu, type MemberMenuWords } from '../../../ui/member-menu.tsx'
import { MemberRow, MemberRows } from '../../../ui/member-row.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useMemberAction } from '../messaging.changes.ts'
import { membersQuery } from '../messaging.queries.ts'
import css from './member-list.module.css'

const AddMembersDialog = lazy(() =>
  import('./add-members-dialog.tsx').then(({ AddMembersDialog: dialog }) => ({ default: dialog })),
)

/** The people of a group: oneself first, the others by name. */
export function MemberList({ threadId }: { threadId: string }) {
  const text = useText()
  const reader = useReader()
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(membersQuery(threadId))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.membersFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const me = data.items.find(({ UserId }) => UserId === reader?.id)
  const facts = { isMember: me !== undefined, isAdmin: me?.isAdmin ?? false, userId: null }
  const members = me ? [me, ...data.items.filter((member) => member !== me)] : data.items
  return (
    <div className={css.column}>
      {abilities['group:addMembers'](reader, facts) && (
        <Button leftSection={<IconUserPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {text('messages.addMembers')}
        </Button>
      )}
      <MemberRows>
        {members.map((member) => (
          <MemberRow key={member.id} person={member.user} you={text('messages.self')}>
            {member.isAdmin && <Tag tone="accent">{text('messages.admin')}</Tag>}
            {member !== me && <Actions threadId={threadId} member={member} isAdmin={facts.isAdmin} />}
          </MemberRow>
        ))}
      </MemberRows>
      {isAdding && (
        <Suspense>
          <AddMembersDialog threadId={threadId} members={data.items} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface ActionsProps {
  threadId: string
  member: ThreadMember
  /** Whether this reader is one. */
  isAdmin: boolean
}

const words: MemberMenuWords = {
  menu: 'messages.memberMenu',
  profile: 'messages.viewProfile',
  remove: 'messages.removeMember',
  removeConfirm: 'messages.removeConfirm',
  removeKey: 'messages.remove',
}

/** What can be done with another member; who is no admin sees only the profile. */
function Actions({ threadId, member, isAdmin }: ActionsProps) {
  const text = useText()
  const reader = useReader()
  const makeAdmin = useMemberAction(threadId, 'makeAdmin')
  const removeAdmin = useMemberAction(threadId, 'removeAdmin')
  const remove = useMemberAction(threadId, 'removeMember')
  const { UserId: userId, user } = member
  const facts = { isMember: true, isAdmin, userId }
  const mayRemove = abilities['group:removeMember'](reader, facts)
  return (
    <MemberMenu
      person={user}
      words={words}
      onRemove={mayRemove ? (onEnd) => remove.mutate(userId, { onSettled: onEnd }) : null}
      isRemoving={remove.isPending}
    >
      {!member.isAdmin && abilities['group:makeAdmin'](reader, facts) && (
        <Menu.Item leftSection={<IconShield size={22} stroke={1.75} />} onClick={() => makeAdmin.mutate(userId)}>
          {text('messages.makeAdmin')}
        </Menu.Item>
      )}
      {member.isAdmin && abilities['group:removeAdmin'](reader, facts) && (
        <Menu.Item leftSection={<IconShieldOff size={22} stroke={1.75} />} onClick={() => removeAdmin.mutate(userId)}>
          {text('messages.removeAdmin')}
        </Menu.Item>
      )}
    </MemberMenu>
  )
}
