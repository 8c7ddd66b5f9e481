import { IconDotsVertical } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../platform/i18n.ts'
import { MenuKey } from '../ui/menu-key.tsx'

const ProfileItems = lazy(() => import('./profile-items.tsx').then(({ ProfileItems }) => ({ default: ProfileItems })))
const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then(({ LogoutDialog }) => ({ default: LogoutDialog })))

/** The signed-in person's menu, at the right end of every top bar. */
export function ProfileMenu({ me }: { me: Me }) {
  const text = useText()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <MenuKey
        label={text('chrome.menuOf', { name: me.fullName })}
        face={<IconDotsVertical size={22} stroke={1.75} />}
        menu={(key) => <ProfileItems target={key} me={me} onLogout={() => setLeaving(true)} />}
      />
      {isLeaving && (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}
