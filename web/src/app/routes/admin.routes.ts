import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

/** `AdminScreen` shows the not-found page to users that are no administrators. Each area loads with its first visit. */
const admin = createRoute({
  getParentRoute: () => navigationLayout,
  id: 'admin',
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/admin/admin.tsx'), 'AdminScreen'),
})
const adminAreas = [
  createRoute({
    getParentRoute: () => admin,
    path: paths.admin,
    component: screen(() => import('../../screens/admin/admin-index.tsx'), 'AdminIndex'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminHealth,
    component: screen(() => import('../../screens/admin/admin-health.tsx'), 'AdminHealth'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminUsers,
    component: screen(() => import('../../screens/admin/admin-users.tsx'), 'AdminUsers'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminReadiness,
    component: screen(() => import('../../screens/admin/admin-readiness.tsx'), 'AdminReadiness'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAlertGroups,
    component: screen(() => import('../../screens/admin/admin-alert-groups.tsx'), 'AdminAlertGroups'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminSirenScreens,
    component: screen(() => import('../../screens/admin/admin-siren-screens.tsx'), 'AdminSirenScreens'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminDashboard,
    component: screen(() => import('../../screens/admin/admin-dashboard.tsx'), 'AdminDashboard'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminLacs,
    component: screen(() => import('../../screens/admin/admin-lacs.tsx'), 'AdminLacs'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminSettings,
    component: screen(() => import('../../screens/admin/admin-settings.tsx'), 'AdminSettings'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminMap,
    component: screen(() => import('../../screens/admin/admin-map.tsx'), 'AdminMap'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminBackup,
    component: screen(() => import('../../screens/admin/admin-backup.tsx'), 'AdminBackup'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAnonymousAlerts,
    component: screen(() => import('../../screens/admin/admin-anonymous-alerts.tsx'), 'AdminAnonymousAlerts'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAnonymousData,
    component: screen(() => import('../../screens/admin/admin-anonymous-data.tsx'), 'AdminAnonymousData'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminStorage,
    component: screen(() => import('../../screens/admin/admin-storage.tsx'), 'AdminStorage'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminReports,
    component: screen(() => import('../../screens/admin/admin-reports.tsx'), 'AdminReports'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAudit,
    component: screen(() => import('../../screens/admin/admin-audit.tsx'), 'AdminAudit'),
  }),
] as const

export const adminScreens = admin.addChildren(adminAreas)
