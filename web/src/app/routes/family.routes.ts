import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

export const familyScreens = [
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.family,
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/family/family.tsx'), 'FamilyScreen'),
  }),
] as const
