import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

export const noticeScreens = [
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.notices,
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/notices.tsx'), 'NoticesScreen'),
  }),
] as const
