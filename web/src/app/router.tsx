import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { loadTexts } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { accessToken } from '../platform/session.ts'
import { storageKeys, writeStored } from '../platform/storage.ts'
import { HomeScreen } from '../screens/home.tsx'
import { NotFoundScreen } from '../screens/not-found.tsx'
import { Root } from './root.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { Shell } from './shell.tsx'

/** Only what no visitor may see; the server decides about everything else. */
function needsSession() {
  // The router takes a redirect as something thrown.
  if (accessToken() === null) throw redirect({ to: paths.login })
}

/** What only comes with its first visit; it has all texts at hand. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyRouteComponent(async () => (await Promise.all([load(), loadTexts()]))[0], name)

/** What a link carries; one of digits alone is a number to the router. */
const Code = z.coerce.string().optional().catch(undefined)

const root = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <Shell>
      <NotFoundScreen />
    </Shell>
  ),
})

/** Screens with the navigation around them; login and registration stand alone. */
const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Shell })

const home = createRoute({ getParentRoute: () => framed, path: paths.home, component: HomeScreen })
const alerts = createRoute({
  getParentRoute: () => framed,
  path: paths.alerts,
  beforeLoad: needsSession,
  component: screen(() => import('../screens/alerts.tsx'), 'AlertsScreen'),
})
const alert = createRoute({
  getParentRoute: () => framed,
  path: paths.alert,
  component: screen(() => import('../screens/alert-detail.tsx'), 'AlertDetail'),
})
/** The list of threads stays while one goes from thread to thread. */
const messaging = createRoute({
  getParentRoute: () => framed,
  id: 'messaging',
  beforeLoad: needsSession,
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
    path: paths.thread,
    /** The place of a message in its thread: where a search leads. */
    validateSearch: z.object({ at: z.int().positive().optional().catch(undefined) }),
    component: screen(() => import('../screens/thread.tsx'), 'ThreadScreen'),
  }),
  createRoute({
    getParentRoute: () => messaging,
    path: paths.threadMembers,
    component: screen(() => import('../screens/thread-members.tsx'), 'ThreadMembersScreen'),
  }),
] as const
const feeds = createRoute({
  getParentRoute: () => framed,
  path: paths.feeds,
  component: screen(() => import('../screens/feeds.tsx'), 'FeedsScreen'),
})
/** The posts stay while one goes from comments to comments. */
const feed = createRoute({
  getParentRoute: () => framed,
  id: 'feed',
  component: screen(() => import('../screens/feed-frame.tsx'), 'FeedFrame'),
})
const feedPages = [
  createRoute({
    getParentRoute: () => feed,
    path: paths.feedPosts,
    component: screen(() => import('../screens/feed-index.tsx'), 'FeedIndex'),
  }),
  createRoute({
    getParentRoute: () => feed,
    path: paths.postComments,
    component: screen(() => import('../screens/feed-comments.tsx'), 'FeedComments'),
  }),
  createRoute({
    getParentRoute: () => feed,
    path: paths.feedMap,
    component: screen(() => import('../screens/feed-map.tsx'), 'FeedMap'),
  }),
  createRoute({
    getParentRoute: () => feed,
    path: paths.feedMembers,
    component: screen(() => import('../screens/feed-members.tsx'), 'FeedMembersScreen'),
  }),
] as const
/** Reading needs no session; editing does. */
const pages = [
  createRoute({
    getParentRoute: () => framed,
    path: paths.pages,
    validateSearch: z.object({ search: Code }),
    component: screen(() => import('../screens/pages.tsx'), 'PagesScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: paths.page,
    component: screen(() => import('../screens/page-read.tsx'), 'PageReadScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: paths.pageMembers,
    component: screen(() => import('../screens/page-members.tsx'), 'PageMembersScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: paths.pageContent,
    beforeLoad: needsSession,
    component: screen(() => import('../screens/page-content.tsx'), 'PageContentScreen'),
  }),
  createRoute({
    getParentRoute: () => framed,
    path: paths.pageDraftRequest,
    beforeLoad: needsSession,
    component: screen(() => import('../screens/page-draft-request.tsx'), 'PageDraftRequestScreen'),
  }),
] as const
const me = createRoute({
  getParentRoute: () => framed,
  path: paths.me,
  beforeLoad: needsSession,
  component: screen(() => import('../screens/own-profile.tsx'), 'OwnProfileScreen'),
})
const profile = createRoute({
  getParentRoute: () => framed,
  path: paths.profile,
  beforeLoad: needsSession,
  component: screen(() => import('../screens/profile.tsx'), 'ProfileScreen'),
})
/** Who is no administrator finds nothing here; each area comes with its first visit. */
const admin = createRoute({
  getParentRoute: () => framed,
  id: 'admin',
  beforeLoad: needsSession,
  component: screen(() => import('../screens/admin.tsx'), 'AdminScreen'),
})
const adminAreas = [
  createRoute({
    getParentRoute: () => admin,
    path: paths.admin,
    beforeLoad: () => {
      // A wide screen has the list of areas beside the open one.
      if (window.matchMedia('(min-width: 60em)').matches) throw redirect({ to: paths.adminUsers, replace: true })
    },
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
    path: paths.adminAudit,
    component: screen(() => import('../screens/admin-audit.tsx'), 'AdminAudit'),
  }),
] as const
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  component: screen(() => import('../screens/login.tsx'), 'LoginScreen'),
})
const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: z.object({ setup: Code, invite: Code }),
  component: screen(() => import('../screens/register.tsx'), 'RegisterScreen'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: z.object({ token: Code }),
  // Whoever looks at the address, or at the history, shall not find the token there.
  beforeLoad: ({ search: { token } }) => {
    if (token === undefined) return
    writeStored(storageKeys.resetToken, token)
    throw redirect({ to: paths.resetPassword, replace: true })
  },
  component: screen(() => import('../screens/reset-password.tsx'), 'ResetPasswordScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    framed.addChildren([
      home,
      messaging.addChildren(threads),
      alerts,
      alert,
      feeds,
      feed.addChildren(feedPages),
      ...pages,
      me,
      profile,
      admin.addChildren(adminAreas),
    ]),
    login,
    register,
    resetPassword,
  ]),
  defaultErrorComponent: ScreenFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
