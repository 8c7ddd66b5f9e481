import { Menu } from '@mantine/core'
import { IconDotsVertical, IconKey, IconUser, IconUserMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useReader } from '../../../platform/reader.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuFrame } from '../../../ui/menu-frame.tsx'
import { MenuKey } from '../../../ui/menu-key.tsx'
import { useRemovePageMember } from '../pages.changes.ts'

const PageMemberPermissions = lazy(() =>
  import('./page-member-permissions.tsx').then(({ PageMemberPermissions: dialog }) => ({ default: dialog })),
)

/** What can be done with a member: the profile for who is signed in, rights and removal for who manages members. */
export function PageMemberMenu({ member, mayChange }: { member: PageMember; mayChange: boolean }) {
  const text = useText()
  const reader = useReader()
  const [open, setOpen] = useState<'permissions' | 'remove' | null>(null)
  const { mutate, isPending } = useRemovePageMember(member.PageId)
  const close = () => setOpen(null)
  const { UserId: userId, user } = member
  const isOther = reader !== null && userId !== reader.id
  if (!isOther && !mayChange) return null
  return (
    <>
      <MenuKey
        label={text('pages.memberMenu', { name: user.fullName })}
        face={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            {isOther && (
              <Menu.Item
                renderRoot={(props) => <Link {...props} to={paths.profile} params={{ userId }} />}
                leftSection={<IconUser size={22} stroke={1.75} aria-hidden="true" />}
              >
                {text('pages.viewProfile')}
              </Menu.Item>
            )}
            {mayChange && (
              <>
                <Menu.Item
                  leftSection={<IconKey size={22} stroke={1.75} aria-hidden="true" />}
                  onClick={() => setOpen('permissions')}
                >
                  {text('pages.permissions')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconUserMinus size={22} stroke={1.75} aria-hidden="true" />}
                  onClick={() => setOpen('remove')}
                >
                  {text('pages.removeMember')}
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
        title={text('pages.removeMemberConfirm', { name: user.fullName })}
        confirmLabel={text('pages.remove')}
      />
      {open === 'permissions' && (
        <Suspense>
          <PageMemberPermissions member={member} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
