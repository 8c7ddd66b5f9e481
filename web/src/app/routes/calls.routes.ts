import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession, withIds } from '../route-rules.ts'
import { navigationLayout, root, screen } from './layout-routes.tsx'

export const callsScreen = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.calls,
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/calls.tsx'), 'CallsScreen'),
})
/** The pages of calls cover the window. */
export const callPages = [
  createRoute({
    getParentRoute: () => root,
    ...withIds(paths.call),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/call.tsx'), 'CallScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    ...withIds(paths.groupCall),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/call.tsx'), 'CallScreen'),
  }),
] as const
