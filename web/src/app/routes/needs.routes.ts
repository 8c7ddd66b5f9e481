import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NeedKind } from '@noroshi/contract/needs/needs.http'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

export const needScreens = [
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.needs,
    /** `place` is the id of a place. */
    validateSearch: z.object({ kind: NeedKind.optional().catch(undefined), place: z.uuid().optional().catch(undefined) }),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/needs.tsx'), 'NeedsScreen'),
  }),
] as const
