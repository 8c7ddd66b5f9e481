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

export const alertScreens = [alerts, alert] as const
