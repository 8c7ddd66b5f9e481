import { Menu, Text } from '@mantine/core'
import { IconDeviceMobileCheck, IconDoorExit, IconKeyboard, IconMoonStars, IconShieldCheck, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { BrowseItems } from '../../features/accounts/components/browse-items.tsx'
import { LanguageItems } from '../../features/accounts/components/language-items.tsx'
import { SharingItems } from '../../features/accounts/components/sharing-items.tsx'
import { VersionLabel } from '../../features/accounts/components/version-label.tsx'
import { ReadAlarmsItem } from '../../features/alerts/components/read-alarms-item.tsx'
import { HandsFreeItems } from '../../features/hands-free/components/hands-free-items.tsx'
import { hasFinePointer } from '../../platform/device/pointer.ts'
import { useText, withTexts } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { CommandItem } from '../../ui/dialogs/command-item.tsx'
import { MenuFrame } from '../../ui/dialogs/menu-frame.tsx'
import css from './profile-menu.module.css'

const CommunityItems = lazy(() =>
  withTexts(() => import('./community-items.tsx')).then(({ CommunityItems: items }) => ({ default: items })),
)

const SheltersItem = lazy(() =>
  withTexts(() => import('./shelters-item.tsx')).then(({ SheltersItem: item }) => ({ default: item })),
)

interface ProfileItemsProps {
  target: ReactElement
  me: Me
  onLogout: () => void
}

export function ProfileItems({ target, me, onLogout }: ProfileItemsProps) {
  const text = useText()
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <MenuFrame target={target}>
      <Menu.Label className={css.account}>
        <Text component="span" fw={650} c="var(--n-ink)" translate="no">
          {nameOf(me)}
        </Text>
        {me.email}
      </Menu.Label>
      {pathname !== paths.home && pathname !== paths.me && (
        <Menu.Item component={Link} to={paths.me} leftSection={<IconUser size={22} stroke={1.75} />}>
          {text('profile.mine')}
        </Menu.Item>
      )}
      <BrowseItems />
      <Suspense>
        <CommunityItems />
        <SheltersItem />
      </Suspense>
      {me.isAdmin && (
        <Menu.Item component={Link} to={paths.admin} leftSection={<IconShieldCheck size={22} stroke={1.75} />}>
          {text('admin.title')}
        </Menu.Item>
      )}
      <HandsFreeItems />
      <LanguageItems />
      {/* Without https the browser gives no location, so the setting has no effect. */}
      {window.isSecureContext && <SharingItems mode={me.locationSharing} />}
      <ReadAlarmsItem />
      <Menu.Item component={Link} to={paths.ready} leftSection={<IconDeviceMobileCheck size={22} stroke={1.75} />}>
        {text('ready.title')}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.standby} leftSection={<IconMoonStars size={22} stroke={1.75} />}>
        {text('chrome.standby')}
      </Menu.Item>
      {hasFinePointer() && <CommandItem command="shortcuts.show" icon={IconKeyboard} />}
      <Menu.Item leftSection={<IconDoorExit size={22} stroke={1.75} />} onClick={onLogout}>
        {text('accounts.logout')}
      </Menu.Item>
      <VersionLabel />
    </MenuFrame>
  )
}
