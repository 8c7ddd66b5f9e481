import { IconDotsVertical } from '@tabler/icons-react'
import { lazy } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { MenuKey } from '../../../ui/menu-key.tsx'

const VisitorItems = lazy(() => import('./visitor-items.tsx').then(({ VisitorItems }) => ({ default: VisitorItems })))

/** What a visitor may choose before signing in. */
export function VisitorMenu() {
  const text = useText()
  return (
    <MenuKey
      label={text('chrome.menu')}
      face={<IconDotsVertical size={22} stroke={1.75} />}
      menu={(key) => <VisitorItems target={key} />}
    />
  )
}
