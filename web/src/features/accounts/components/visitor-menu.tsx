import { IconDotsVertical } from '@tabler/icons-react'
import { lazy } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { MenuButton } from '../../../ui/dialogs/menu-button.tsx'

const VisitorItems = lazy(() => import('./visitor-items.tsx').then(({ VisitorItems }) => ({ default: VisitorItems })))

/** The menu for visitors. */
export function VisitorMenu() {
  const text = useText()
  return (
    <MenuButton
      label={text('chrome.menu')}
      icon={<IconDotsVertical size={22} stroke={1.75} />}
      menu={(button) => <VisitorItems target={button} />}
    />
  )
}
