import { Menu, Text } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { LanguageItems } from '../features/accounts/components/language-items.tsx'
import { SharingItems } from '../features/accounts/components/sharing-items.tsx'
import { VersionLabel } from '../features/accounts/components/version-label.tsx'
import { useText } from '../platform/i18n.ts'
import { MenuFrame } from '../ui/menu-frame.tsx'
import css from './profile-menu.module.css'

interface ProfileItemsProps {
  target: ReactElement
  me: Me
  onLogout: () => void
}

export function ProfileItems({ target, me, onLogout }: ProfileItemsProps) {
  const text = useText()
  return (
    <MenuFrame target={target}>
      <Menu.Label className={css.who}>
        <Text component="span" fw={650} c="var(--n-ink)">
          {me.fullName}
        </Text>
        {me.email}
      </Menu.Label>
      <LanguageItems />
      {/* Without https the browser gives no position, so there is nothing to consent to. */}
      {window.isSecureContext && <SharingItems mode={me.locationSharing} />}
      <Menu.Item leftSection={<IconDoorExit size={22} stroke={1.75} />} onClick={onLogout}>
        {text('accounts.logout')}
      </Menu.Item>
      <VersionLabel />
    </MenuFrame>
  )
}
