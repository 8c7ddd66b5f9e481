import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

export const personSearchScreens = [
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.personSearch,
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/person-search/person-search.tsx'), 'PersonSearchScreen'),
  }),
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.missingReports,
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/missing-reports/missing-reports.tsx'), 'MissingReportsScreen'),
  }),
] as const
