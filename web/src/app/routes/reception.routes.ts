import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession, withIds } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

const shelters = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.shelters,
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/reception/shelters.tsx'), 'SheltersScreen'),
})
const shelter = createRoute({
  getParentRoute: () => navigationLayout,
  ...withIds(paths.shelter),
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/reception/shelter.tsx'), 'ShelterScreen'),
})

export const receptionScreens = [shelters, shelter] as const
