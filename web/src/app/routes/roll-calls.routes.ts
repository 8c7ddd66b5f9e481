import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession, withIds } from '../route-rules.ts'
import { navigationLayout, root, screen } from './layout-routes.tsx'

const rollCalls = createRoute({
  getParentRoute: () => navigationLayout,
  path: paths.rollCalls,
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/roll-calls/roll-calls.tsx'), 'RollCallsScreen'),
})
const rollCall = createRoute({
  getParentRoute: () => navigationLayout,
  ...withIds(paths.rollCall),
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/roll-calls/roll-call.tsx'), 'RollCallScreen'),
})
/** The page of a link, without a session and without navigation. */
const answer = createRoute({
  getParentRoute: () => root,
  path: paths.answer,
  component: screen(() => import('../../screens/roll-calls/answer.tsx'), 'AnswerScreen'),
})

export const rollCallScreens = [rollCalls, rollCall] as const
export const answerScreens = [answer] as const
