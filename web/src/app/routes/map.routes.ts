import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

export const mapScreens = [
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.communityMap,
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/community-map.tsx'), 'CommunityMapScreen'),
  }),
] as const
