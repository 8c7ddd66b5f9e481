import { Menu } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import { useText } from '../../../platform/i18n.ts'
import { MemberMenu, type MemberMenuWords } from '../../../ui/member-menu.tsx'
import { useRemoveFeedMember } from '../feeds.changes.ts'

const MemberPermissions = lazy(() =>
  import('./member-permissions.tsx').then(({ MemberPermissions: dialog }) => ({ default: dialog })),
)

const words: MemberMenuWords = {
  menu: 'feeds.memberMenu',
  profile: 'feeds.viewProfile',
  remove: 'feeds.removeMember',
  removeConfirm: 'feeds.removeMemberConfirm',
  removeKey: 'feeds.remove',
}

/** Beside what can be done with any member: their rights, for who manages members. */
export function FeedMemberMenu({ member, mayChange }: { member: FeedMember; mayChange: boolean }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useRemoveFeedMember(member.FeedId)
  return (
    <>
      <MemberMenu
        person={member.user}
        words={words}
        onRemove={mayChange ? (onEnd) => mutate(member.id, { onSettled: onEnd }) : null}
        isRemoving={isPending}
      >
        {mayChange && (
          <Menu.Item leftSection={<IconKey size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
            {text('feeds.permissions')}
          </Menu.Item>
        )}
      </MemberMenu>
      {isOpen && (
        <Suspense>
          <MemberPermissions member={member} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
