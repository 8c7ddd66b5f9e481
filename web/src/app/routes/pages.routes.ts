import { createRoute } from '@tanstack/react-router'
import { paths } from '../../platform/paths/paths.ts'
import { PageSearch, requireSession, withIds } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

/** Reading needs no session; editing does. */
export const pageScreens = [
  createRoute({
    getParentRoute: () => navigationLayout,
    path: paths.pages,
    validateSearch: PageSearch,
    component: screen(() => import('../../screens/pages/pages.tsx'), 'PagesScreen'),
  }),
  createRoute({
    getParentRoute: () => navigationLayout,
    ...withIds(paths.page),
    component: screen(() => import('../../screens/pages/page-read.tsx'), 'PageReadScreen'),
  }),
  createRoute({
    getParentRoute: () => navigationLayout,
    ...withIds(paths.pageMembers),
    component: screen(() => import('../../screens/pages/page-members.tsx'), 'PageMembersScreen'),
  }),
  createRoute({
    getParentRoute: () => navigationLayout,
    ...withIds(paths.pageContent),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/pages/page-content.tsx'), 'PageContentScreen'),
  }),
  createRoute({
    getParentRoute: () => navigationLayout,
    ...withIds(paths.pageDraftRequest),
    beforeLoad: requireSession,
    component: screen(() => import('../../screens/pages/page-draft-request.tsx'), 'PageDraftRequestScreen'),
  }),
] as const
