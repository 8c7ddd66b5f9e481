import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDoorExit, IconDotsVertical } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { LanguageItems } from '../features/accounts/components/language-items.tsx'
import { SharingItems } from '../features/accounts/components/sharing-items.tsx'
import { VersionLabel } from '../features/accounts/components/version-label.tsx'
import { useText } from '../platform/i18n.ts'
import { Avatar } from '../ui/avatar.tsx'
import css from './profile-menu.module.css'

const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then(({ LogoutDialog }) => ({ default: LogoutDialog })))

/** The signed-in person's menu, at the right end of every top bar. */
export function ProfileMenu({ me }: { me: Me }) {
  const text = useText()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={css.key} w="auto" aria-label={text('chrome.menuOf', { name: me.fullName })}>
            <Avatar person={me} size={34} />
            <IconDotsVertical size={22} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={css.who}>
            <Text component="span" fw={650} c="var(--n-ink)">
              {me.fullName}
            </Text>
            {me.email}
          </Menu.Label>
          <LanguageItems />
          {window.isSecureContext && <SharingItems mode={me.locationSharing} />}
          <Menu.Item leftSection={<IconDoorExit size={22} stroke={1.75} />} onClick={() => setLeaving(true)}>
            {text('accounts.logout')}
          </Menu.Item>
          <VersionLabel />
        </Menu.Dropdown>
      </Menu>
      {isLeaving && (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}
