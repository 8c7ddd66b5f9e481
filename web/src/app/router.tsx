import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { paths } from '../platform/paths.ts'
import { accessToken } from '../platform/session.ts'
import { HomeScreen } from '../screens/home.tsx'
import { NotFoundScreen } from '../screens/not-found.tsx'
import { Root } from './root.tsx'
import { ScreenFailed } from './screen-failed.tsx'
import { Shell } from './shell.tsx'

/** Only what no visitor may see; the server decides about everything else. */
function needsSession() {
  // The router takes a redirect as something thrown.
  // oxlint-disable-next-line no-throw-literal, only-throw-error
  if (accessToken() === null) throw redirect({ to: paths.login })
}

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
  component: lazyRouteComponent(() => import('../screens/alerts.tsx'), 'AlertsScreen'),
})
const alert = createRoute({
  getParentRoute: () => framed,
  path: paths.alert,
  component: lazyRouteComponent(() => import('../screens/alert-detail.tsx'), 'AlertDetail'),
})
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  component: lazyRouteComponent(() => import('../screens/login.tsx'), 'LoginScreen'),
})
const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: z.object({ setup: z.coerce.string().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../screens/register.tsx'), 'RegisterScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([framed.addChildren([home, alerts, alert]), login, register]),
  defaultErrorComponent: ScreenFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
