import { Menu } from '@mantine/core'
import { IconDotsVertical, IconKey, IconUser, IconUserMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useReader } from '../../../platform/reader.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuFrame } from '../../../ui/menu-frame.tsx'
import { MenuKey } from '../../../ui/menu-key.tsx'
import { useRemoveFeedMember } from '../feeds.changes.ts'

const MemberPermissions = lazy(() =>
  import('./member-permissions.tsx').then(({ MemberPermissions: dialog }) => ({ default: dialog })),
)

/** What can be done with a member: the profile for who is signed in, rights and removal for who manages members. */
export function MemberMenu({ member, mayChange }: { member: FeedMember; mayChange: boolean }) {
  const text = useText()
  const reader = useReader()
  const [open, setOpen] = useState<'permissions' | 'remove' | null>(null)
  const { mutate, isPending } = useRemoveFeedMember(member.FeedId)
  const close = () => setOpen(null)
  const { UserId: userId, user } = member
  const isOther = reader !== null && userId !== reader.id
  if (!isOther && !mayChange) return null
  return (
    <>
      <MenuKey
        label={text('feeds.memberMenu', { name: user.fullName })}
        face={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            {isOther && (
              <Menu.Item
                renderRoot={(props) => <Link {...props} to={paths.profile} params={{ userId }} />}
                leftSection={<IconUser size={22} stroke={1.75} aria-hidden="true" />}
              >
                {text('feeds.viewProfile')}
              </Menu.Item>
            )}
            {mayChange && (
              <>
                <Menu.Item
                  leftSection={<IconKey size={22} stroke={1.75} aria-hidden="true" />}
                  onClick={() => setOpen('permissions')}
                >
                  {text('feeds.permissions')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconUserMinus size={22} stroke={1.75} aria-hidden="true" />}
                  onClick={() => setOpen('remove')}
                >
                  {text('feeds.removeMember')}
                </Menu.Item>
              </>
            )}
          </MenuFrame>
        )}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        onClose={close}
        onConfirm={() => mutate(member.id, { onSettled: close })}
        isBusy={isPending}
        title={text('feeds.removeMemberConfirm', { name: user.fullName })}
        confirmLabel={text('feeds.remove')}
      />
      {open === 'permissions' && (
        <Suspense>
          <MemberPermissions member={member} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
