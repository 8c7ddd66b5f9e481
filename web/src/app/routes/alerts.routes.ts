import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession, withIds } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

const alerts = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.alerts,
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/alerts.tsx'), 'AlertsScreen'),
})
const alert = createRoute({
  getParentRoute: () => navigationLayout,
  ...withIds(paths.alert),
  component: screen(() => import('../../screens/alert-detail.tsx'), 'AlertDetail'),
})

/** The screen shows the not-found page to users that are no administrators. */
const alertRecord = createRoute({
  getParentRoute: () => navigationLayout,
  ...withIds(paths.alertRecord),
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/admin/alert-record.tsx'), 'AlertRecord', 'admin'),
})

export const alertScreens = [alerts, alert, alertRecord] as const
