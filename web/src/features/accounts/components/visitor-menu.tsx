import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useText } from '../../../platform/i18n.ts'
import { LanguageItems } from './language-items.tsx'
import { VersionLabel } from './version-label.tsx'

/** What a visitor may choose before signing in. */
export function VisitorMenu() {
  const text = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={text('chrome.menu')}>
          <IconDotsVertical size={22} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
        <VersionLabel />
      </Menu.Dropdown>
    </Menu>
  )
}
