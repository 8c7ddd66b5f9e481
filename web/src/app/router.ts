import { createRoute, createRouter } from '@tanstack/react-router'
import { paths } from '../platform/paths/paths.ts'
import { HomeScreen } from '../screens/home.tsx'
import { PANE_ID } from '../ui/layout/pane.ts'
import { deviceScreens, profileScreens, sessionScreens, waitingScreens } from './routes/accounts.routes.ts'
import { adminScreens } from './routes/admin.routes.ts'
import { alertScreens } from './routes/alerts.routes.ts'
import { callPages, callsScreen } from './routes/calls.routes.ts'
import { familyScreens } from './routes/family.routes.ts'
import { feedScreens } from './routes/feeds.routes.ts'
import { navigationLayout, root } from './routes/layout-routes.tsx'
import { mapScreens } from './routes/map.routes.ts'
import { messagingScreens } from './routes/messaging.routes.ts'
import { needScreens } from './routes/needs.routes.ts'
import { noticeScreens } from './routes/notices.routes.ts'
import { pageScreens } from './routes/pages.routes.ts'
import { personSearchScreens } from './routes/person-search.routes.ts'
import { receptionScreens } from './routes/reception.routes.ts'
import { answerScreens, rollCallScreens } from './routes/roll-calls.routes.ts'
import { Root } from './root.tsx'
import { ScreenFailed } from './screen-failed.tsx'

const home = createRoute({ getParentRoute: () => navigationLayout, path: paths.home, component: HomeScreen })

export const router = createRouter({
  routeTree: root.addChildren([
    navigationLayout.addChildren([
      home,
      callsScreen,
      adminScreens,
      ...alertScreens,
      ...rollCallScreens,
      ...mapScreens,
      ...needScreens,
      ...noticeScreens,
      ...familyScreens,
      ...personSearchScreens,
      ...receptionScreens,
      ...messagingScreens,
      ...feedScreens,
      ...pageScreens,
      ...profileScreens,
      ...deviceScreens,
    ]),
    ...callPages,
    ...waitingScreens,
    ...sessionScreens,
    ...answerScreens,
  ]),
  InnerWrap: Root,
  // Addresses are case-sensitive (specification, section 2; decisions/0017).
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
