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

/** The page of the QR code at the entrance of a shelter. It asks visitors to sign in. */
const selfService = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.selfService,
  component: screen(() => import('../../screens/reception/self-service.tsx'), 'SelfServiceScreen'),
})

export const receptionScreens = [shelters, shelter, selfService] as const
