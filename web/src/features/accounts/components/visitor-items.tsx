import { Menu } from '@mantine/core'
import { IconDeviceMobileCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { MenuFrame } from '../../../ui/dialogs/menu-frame.tsx'
import { BrowseItems } from './browse-items.tsx'
import { LanguageItems } from './language-items.tsx'
import { VersionLabel } from './version-label.tsx'

export function VisitorItems({ target }: { target: ReactElement }) {
  const text = useText()
  return (
    <MenuFrame target={target}>
      <BrowseItems />
      <LanguageItems />
      <Menu.Item component={Link} to={paths.ready} leftSection={<IconDeviceMobileCheck size={22} stroke={1.75} />}>
        {text('ready.title')}
      </Menu.Item>
      <VersionLabel />
    </MenuFrame>
  )
}
