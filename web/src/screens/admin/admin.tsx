import { Outlet, useLocation } from '@tanstack/react-router'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { areas } from '../../features/admin/areas.ts'
import { AreaRail } from '../../features/admin/components/area-list.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ListSkeleton } from '../../ui/states/states.tsx'
import css from './admin-screen.module.css'
import { NotFoundScreen } from '../not-found.tsx'

/**
 * The layout of the administration. Desktops show the areas beside the open one; phones show the list of areas as a
 * screen of its own.
 */
export function AdminScreen() {
  const text = useText()
  const me = useMe()
  const pathname = useLocation({ select: (location) => location.pathname })
  const area = areas.find(({ to }) => pathname.startsWith(to))
  if (me && !me.isAdmin) return <NotFoundScreen />
  return (
    <Screen title={text(area?.label ?? 'admin.title')} backTo={area ? paths.admin : paths.home}>
      {me ? (
        <div className={css.admin}>
          <AreaRail />
          <div className={css.panel} data-plain={area === undefined || undefined}>
            <Outlet />
          </div>
        </div>
      ) : (
        <ListSkeleton />
      )}
    </Screen>
  )
}
