import { accountRoutes } from './accounts/accounts.http.ts'
import { clockRoutes } from './accounts/clock.http.ts'
import { diskRoutes } from './accounts/disk.http.ts'
import { emailRoutes } from './accounts/email.http.ts'
import { passwordRoutes } from './accounts/passwords.http.ts'
import { peopleRoutes } from './accounts/people.http.ts'
import { secondFactorRoutes } from './accounts/second-factor.http.ts'
import { sessionRoutes } from './accounts/sessions.http.ts'
import { setupRoutes } from './accounts/setup.http.ts'
import { unitRoutes } from './accounts/unit.http.ts'
import { auditRoutes } from './admin/audit.http.ts'
import { lacsRoutes } from './admin/lacs.http.ts'
import { adminUserRoutes } from './admin/users.http.ts'
import { alertGroupRoutes } from './alerts/alert-groups.http.ts'
import { alertRoutes } from './alerts/alerts.http.ts'
import { anonymousAlertRoutes } from './alerts/anonymous-alerts.http.ts'
import { anonymousDataRoutes } from './alerts/anonymous-data.http.ts'
import { callRoutes } from './calls/calls.http.ts'
import { commentRoutes } from './comments/comments.http.ts'
import { likeRoutes } from './comments/likes.http.ts'
import { dashboardRoutes } from './dashboard/dashboard.http.ts'
import type { Route } from './define.ts'
import { eventRoutes } from './events/events.http.ts'
import { feedMemberRoutes } from './feeds/feed-members.http.ts'
import { feedRoutes } from './feeds/feeds.http.ts'
import { postRoutes } from './feeds/posts.http.ts'
import { handsFreeRoutes } from './hands-free/hands-free.http.ts'
import { httpsRoutes } from './https/https.http.ts'
import { messageRoutes } from './messaging/messaging.http.ts'
import { threadRoutes } from './messaging/threads.http.ts'
import { documentRoutes } from './pages/documents.http.ts'
import { draftRoutes } from './pages/drafts.http.ts'
import { pageMemberRoutes } from './pages/page-members.http.ts'
import { pageRoutes } from './pages/pages.http.ts'
import { deviceRoutes } from './devices/devices.http.ts'
import { drillRoutes } from './alerts/drills.http.ts'
import { pushRoutes } from './push/push.http.ts'
import { radioRoutes } from './radio/radio.http.ts'
import { sirenRoutes } from './siren/siren.http.ts'
import { sirenScreenRoutes } from './siren/siren-screens.http.ts'
import { speechRoutes } from './speech/speech.http.ts'
import { streetsRoutes } from './streets/streets.http.ts'

// The web imports these addresses from addresses.ts, so that its bundle does not contain all routes.
export { ALERT_TOKEN_HEADER, API_BASE, UPLOADS_BASE } from './addresses.ts'

/** The tags of the OpenAPI document: one for each feature. */
export const apiTags = {
  accounts: 'Registration, sign-in, passwords, two-step sign-in, users and the settings of the server',
  admin: 'What only administrators see and change',
  alerts: 'SOS, alerts, their answers and chats, and alert groups',
  calls: 'Voice and video calls, and the call history',
  comments: 'Comments and likes',
  dashboard: 'Sections and links of the home screen',
  events: 'What a client missed while it was not connected',
  feeds: 'Feeds, their members and posts',
  files: 'Uploaded files and their previews, by the addresses of other replies',
  handsFree: 'Spoken commands',
  https: 'The secure address of the server',
  messaging: 'Personal and group chats',
  pages: 'Pages, their drafts, members and documents',
  devices: 'Whether an alarm would reach the devices of members',
  push: 'Notifications of devices without an open page',
  radio: 'Push-to-talk radio',
  siren: 'Siren screens, which alarm without an account',
  speech: 'Speech recognition',
} as const
export type ApiTag = keyof typeof apiTags

interface RouteGroup {
  readonly tag: ApiTag
  readonly routes: Readonly<Record<string, Route>>
}

/** The name of a group and the key of a route are the operation id of the route: `peopleSearch`. */
export const routeGroups = {
  account: { tag: 'accounts', routes: accountRoutes },
  people: { tag: 'accounts', routes: peopleRoutes },
  password: { tag: 'accounts', routes: passwordRoutes },
  email: { tag: 'accounts', routes: emailRoutes },
  secondFactor: { tag: 'accounts', routes: secondFactorRoutes },
  sessions: { tag: 'accounts', routes: sessionRoutes },
  adminUsers: { tag: 'admin', routes: adminUserRoutes },
  audit: { tag: 'admin', routes: auditRoutes },
  clock: { tag: 'accounts', routes: clockRoutes },
  disk: { tag: 'admin', routes: diskRoutes },
  unit: { tag: 'accounts', routes: unitRoutes },
  setup: { tag: 'accounts', routes: setupRoutes },
  streets: { tag: 'admin', routes: streetsRoutes },
  alerts: { tag: 'alerts', routes: alertRoutes },
  drills: { tag: 'alerts', routes: drillRoutes },
  anonymousAlerts: { tag: 'alerts', routes: anonymousAlertRoutes },
  anonymousData: { tag: 'alerts', routes: anonymousDataRoutes },
  alertGroups: { tag: 'alerts', routes: alertGroupRoutes },
  dashboard: { tag: 'dashboard', routes: dashboardRoutes },
  lacs: { tag: 'admin', routes: lacsRoutes },
  messages: { tag: 'messaging', routes: messageRoutes },
  threads: { tag: 'messaging', routes: threadRoutes },
  feeds: { tag: 'feeds', routes: feedRoutes },
  feedMembers: { tag: 'feeds', routes: feedMemberRoutes },
  posts: { tag: 'feeds', routes: postRoutes },
  comments: { tag: 'comments', routes: commentRoutes },
  likes: { tag: 'comments', routes: likeRoutes },
  pages: { tag: 'pages', routes: pageRoutes },
  drafts: { tag: 'pages', routes: draftRoutes },
  pageMembers: { tag: 'pages', routes: pageMemberRoutes },
  documents: { tag: 'pages', routes: documentRoutes },
  calls: { tag: 'calls', routes: callRoutes },
  devices: { tag: 'devices', routes: deviceRoutes },
  push: { tag: 'push', routes: pushRoutes },
  radio: { tag: 'radio', routes: radioRoutes },
  siren: { tag: 'siren', routes: sirenRoutes },
  sirenScreens: { tag: 'siren', routes: sirenScreenRoutes },
  speech: { tag: 'speech', routes: speechRoutes },
  handsFree: { tag: 'handsFree', routes: handsFreeRoutes },
  events: { tag: 'events', routes: eventRoutes },
  https: { tag: 'https', routes: httpsRoutes },
} satisfies Readonly<Record<string, RouteGroup>>

/** A route with its operation id and tag. */
export interface Operation {
  readonly route: Route
  readonly operationId: string
  readonly tag: ApiTag
}

/** All routes with their operation ids, which are unique. */
export const operations: readonly Operation[] = Object.entries<RouteGroup>(routeGroups).flatMap(([group, { tag, routes }]) =>
  Object.entries(routes).map(([key, route]) => ({
    route,
    operationId: group + (key[0] ?? '').toUpperCase() + key.slice(1),
    tag,
  })),
)

/** All routes, for the OpenAPI document and the test that each route has an access rule. */
export const allRoutes: readonly Route[] = operations.map(({ route }) => route)
