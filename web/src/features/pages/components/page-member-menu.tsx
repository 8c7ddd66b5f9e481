import { Menu } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import { useText } from '../../../platform/i18n.ts'
import { MemberMenu, type MemberMenuWords } from '../../../ui/member-menu.tsx'
import { useRemovePageMember } from '../pages.changes.ts'

const PageMemberPermissions = lazy(() =>
  import('./page-member-permissions.tsx').then(({ PageMemberPermissions: dialog }) => ({ default: dialog })),
)

const words: MemberMenuWords = {
  menu: 'pages.memberMenu',
  profile: 'pages.viewProfile',
  remove: 'pages.removeMember',
  removeConfirm: 'pages.removeMemberConfirm',
  removeKey: 'pages.remove',
}

/** Beside what can be done with any member: their rights, for who manages members. */
export function PageMemberMenu({ member, mayChange }: { member: PageMember; mayChange: boolean }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useRemovePageMember(member.PageId)
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
            {text('pages.permissions')}
          </Menu.Item>
        )}
      </MemberMenu>
      {isOpen && (
        <Suspense>
          <PageMemberPermissions member={member} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
