import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { withTexts } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { HomeScreen } from '../screens/home.tsx'
import { NotFoundScreen } from '../screens/not-found.tsx'
import { PANE_ID } from '../ui/pane.ts'
import { Root } from './root.tsx'
import {
  PageSearch,
  RegisterSearch,
  requireNoSession,
  requireSession,
  ResetSearch,
  storeRegistrationCodes,
  storeResetToken,
  withIds,
} from './route-rules.ts'
import { ScreenFailed } from './screen-failed.tsx'
import { Shell } from './shell.tsx'

/** Returns a lazy route component. It loads all texts with its first visit. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyRouteComponent(() => withTexts(load), name)

const root = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <Shell>
      <NotFoundScreen />
    </Shell>
  ),
})

/** Parent of the screens with navigation. Login and registration have none. */
const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Shell })

const home = createRoute({ getParentRoute: () => framed, path: paths.home, component: HomeScreen })
const alerts = createRoute({
  getParentRoute: () => framed,
  path: paths.alerts,
  beforeLoad: requireSession,
  component: screen(() => import('../screens/alerts.tsx'), 'AlertsScreen'),
})
const calls = createRoute({
  getParentRoute: () => framed,
  path: paths.calls,
  beforeLoad: requireSession,
  component: screen(() => import('../screens/calls.tsx'), 'CallsScreen'),
})
/** The pages of calls cover the window. */
const callPages = [
  createRoute({
    getParentRoute: () => root,
    ...withIds(paths.call),
    beforeLoad: requireSession,
    component: screen(() => import('../screens/call.tsx'), 'CallScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    ...withIds(paths.groupCall),
    beforeLoad: requireSession,
    component: screen(() => import('../screens/call.tsx'), 'CallScreen'),
  }),
] as const
const alert = createRoute({
  getParentRoute: () => framed,
  ...withIds(paths.alert),
  component: screen(() => import('../screens/alert-detail.tsx'), 'AlertDetail'),
})
/** The list of threads stays mounted while the user changes threads. */
const messaging = createRoute({
  getParentRoute: () => framed,
  id: 'messaging',
  beforeLoad: requireSession,
  component: screen(() => import('../screens/messages-frame.tsx'), 'MessagesFrame'),
})
const threads = [
  createRoute({
    getParentRoute: () => messaging,
    path: paths.messages,
    component: screen(() => import('../screens/messages.tsx'), 'MessagesScreen'),
  }),
  createRoute({
    getParentRoute: () => messaging,
    ...withIds(paths.thread),
    /** `seq` of a message in its thread, which a search result links to. */
    validateSearch: z.object({ at: z.int().positive().optional().catch(undefined) }),
    component: screen(() => import('../screens/thread.tsx'), 'ThreadScreen'),
  }),
  createRoute({
    getParentRoute: () => messaging,
    ...withIds(paths.threadMembers),
    component: screen(() => import('../screens/thread-members.tsx'), 'ThreadMembersScreen'),
  }),
] as const
/** The page stays in the radio chat while its history is open. */
const radio = createRoute({
  getParentRoute: () => framed,
  id: 'radio',
  beforeLoad: requireSession,
  component: screen(() => import('../screens/radio-frame.tsx'), 'RadioFrame'),
})
const radioPages = [
  createRoute({
    getParentRoute: () => radio,
    ...withIds(paths.radio),
    component: screen(() => import('../screens/radio.tsx'), 'RadioScreen'),
  }),
  createRoute({
    getParentRoute: () => radio,
    ...withIds(paths.radioHistory),
    component: screen(() => import('../screens/radio-history.tsx'), 'RadioHistoryScreen'),
  }),
] as const
const feeds = createRoute({
  getParentRoute: () => framed,
  path: paths.feeds,
  component: screen(() => import('../screens/feeds.tsx'), 'FeedsScreen'),
})
/** The posts stay mounted while the user changes the opened comments. */
const feed = createRoute({
  getParentRoute: () => framed,
  id: 'feed',
  component: screen(() => import('../screens/feed-frame.tsx'), 'FeedFrame'),
})
const feedPages = [
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.feedPosts),
    component: screen(() => import('../screens/feed-index.tsx'), 'FeedIndex'),
  }),
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.postComments),
    component: screen(() => import('../screens/feed-comments.tsx'), 'FeedComments'),
  }),
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.feedMap),
    component: screen(() => import('../screens/feed-map.tsx'), 'FeedMap'),
  }),
  createRoute({
    getParentRoute: () => feed,
    ...withIds(paths.feedMembers),
    component: screen(() => import('../screens/feed-members.tsx'), 'FeedMembersScreen'),
  }),
] as const
/** Reading needs no session; editing does. */
const pages = [
  createRoute({
    getParentRoute: () => framed,
    path: paths.pages,
    validateSearch: PageSearch,
    component: screen(() => import('../screens/pages.tsx'), 'PagesScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    ...withIds(paths.page),
    component: screen(() => import('../screens/page-read.tsx'), 'PageReadScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    ...withIds(paths.pageMembers),
    component: screen(() => import('../screens/page-members.tsx'), 'PageMembersScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    ...withIds(paths.pageContent),
    beforeLoad: requireSession,
    component: screen(() => import('../screens/page-content.tsx'), 'PageContentScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    ...withIds(paths.pageDraftRequest),
    beforeLoad: requireSession,
    component: screen(() => import('../screens/page-draft-request.tsx'), 'PageDraftRequestScreen'),
  }),
] as const
const me = createRoute({
  getParentRoute: () => framed,
  path: paths.me,
  beforeLoad: requireSession,
  component: screen(() => import('../screens/own-profile.tsx'), 'OwnProfileScreen'),
})
const profile = createRoute({
  getParentRoute: () => framed,
  ...withIds(paths.profile),
  beforeLoad: requireSession,
  component: screen(() => import('../screens/profile.tsx'), 'ProfileScreen'),
})
/** `AdminScreen` shows the not-found page to users that are no administrators. Each area loads with its first visit. */
const admin = createRoute({
  getParentRoute: () => framed,
  id: 'admin',
  beforeLoad: requireSession,
  component: screen(() => import('../screens/admin.tsx'), 'AdminScreen'),
})
const adminAreas = [
  createRoute({
    getParentRoute: () => admin,
    path: paths.admin,
    component: screen(() => import('../screens/admin-index.tsx'), 'AdminIndex'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminUsers,
    component: screen(() => import('../screens/admin-users.tsx'), 'AdminUsers'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAlertGroups,
    component: screen(() => import('../screens/admin-alert-groups.tsx'), 'AdminAlertGroups'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminDashboard,
    component: screen(() => import('../screens/admin-dashboard.tsx'), 'AdminDashboard'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminLacs,
    component: screen(() => import('../screens/admin-lacs.tsx'), 'AdminLacs'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminSettings,
    component: screen(() => import('../screens/admin-settings.tsx'), 'AdminSettings'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAnonymousData,
    component: screen(() => import('../screens/admin-anonymous-data.tsx'), 'AdminAnonymousData'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: paths.adminAudit,
    component: screen(() => import('../screens/admin-audit.tsx'), 'AdminAudit'),
  }),
] as const
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: requireNoSession,
  component: screen(() => import('../screens/login.tsx'), 'LoginScreen'),
})
const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: RegisterSearch,
  beforeLoad: storeRegistrationCodes,
  component: screen(() => import('../screens/register.tsx'), 'RegisterScreen'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: ResetSearch,
  beforeLoad: storeResetToken,
  component: screen(() => import('../screens/reset-password.tsx'), 'ResetPasswordScreen'),
})

const join = createRoute({
  getParentRoute: () => framed,
  path: paths.join,
  component: screen(() => import('../screens/join.tsx'), 'JoinScreen'),
})
const ready = createRoute({
  getParentRoute: () => framed,
  path: paths.ready,
  component: screen(() => import('../screens/ready.tsx'), 'ReadyScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    framed.addChildren([
      home,
      messaging.addChildren(threads),
      radio.addChildren(radioPages),
      calls,
      alerts,
      alert,
      feeds,
      feed.addChildren(feedPages),
      ...pages,
      me,
      profile,
      join,
      ready,
      admin.addChildren(adminAreas),
    ]),
    ...callPages,
    login,
    register,
    resetPassword,
  ]),
  // Addresses are case-sensitive (specification, section 2; decisions/0022).
  caseSensitive: true,
  defaultErrorComponent: ScreenFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // A screen that opens for the first time starts at the top instead of the scroll position of the previous one.
  scrollToTopSelectors: [`[data-scroll-restoration-id='${PANE_ID}']`],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
