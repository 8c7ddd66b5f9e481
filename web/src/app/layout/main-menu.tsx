import { IconDotsVertical } from '@tabler/icons-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { MenuButton } from '../../ui/dialogs/menu-button.tsx'

const ProfileItems = lazy(() => import('./profile-items.tsx').then(({ ProfileItems }) => ({ default: ProfileItems })))
const VisitorItems = lazy(() =>
  import('../../features/accounts/components/visitor-items.tsx').then((module) => ({ default: module.VisitorItems })),
)
const LogoutDialog = lazy(() => import('../logout-dialog.tsx').then(({ LogoutDialog }) => ({ default: LogoutDialog })))

/**
 * The menu at the right end of every top bar. One button for visitors and signed-in users: a press while the session is
 * still being loaded opens the menu that belongs to it.
 * @param me null for a visitor; undefined while the session is being loaded
 */
export function MainMenu({ me }: { me: Me | null | undefined }) {
  const text = useText()
  const [isLeaving, setLeaving] = useState(false)
  const menuFor = (button: ReactElement) => {
    if (me === undefined) return button
    if (me === null) return <VisitorItems target={button} />
    return <ProfileItems target={button} me={me} onLogout={() => setLeaving(true)} />
  }
  return (
    <>
      <MenuButton
        label={me ? text('chrome.menuOf', { name: nameOf(me) }) : text('chrome.menu')}
        icon={<IconDotsVertical size={22} stroke={1.75} />}
        menu={menuFor}
      />
      {isLeaving && (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}
