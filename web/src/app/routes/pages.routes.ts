import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths.ts'
import { PageSearch, requireSession, withIds } from '../route-rules.ts'
import { withNavigation, screen } from './layout-routes.tsx'

/** Reading needs no session; editing does. */
export const pageScreens = [
  createRoute({
    getParentRoute: () => withNavigation,
    path: paths.pages,
    validateSearch: PageSearch,
    component: screen(() => import('../../screens/pages.tsx'), 'PagesScreen'),
  }),
  createRoute({
    getParentRoute: () => withNavigation,
    ...withIds(paths.page),
    component: screen(() => import('../../screens/page-read.tsx'), 'PageReadScreen'),
  }),
  createRoute({
    getParentRoute: () => withNavigation,
    ...withIds(paths.pageMembers),
    component: screen(() => import('../../screens/page-members.tsx'), 'PageMembersScreen'),
  }),
  createRoute({
    getParentRoute: () => withNavigation,
    ...withIds(paths.pageContent),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/page-content.tsx'), 'PageContentScreen'),
  }),
  createRoute({
    getParentRoute: () => withNavigation,
    ...withIds(paths.pageDraftRequest),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/page-draft-request.tsx'), 'PageDraftRequestScreen'),
  }),
] as const
