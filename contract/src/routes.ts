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
import { radioRoutes } from './radio/radio.http.ts'
import { speechRoutes } from './speech/speech.http.ts'

// The web imports these addresses from addresses.ts, so that its bundle does not contain all routes.
export { ALERT_TOKEN_HEADER, API_BASE, UPLOADS_BASE } from './addresses.ts'

/** All routes, for the OpenAPI document and the test that each route has an access rule. */
export const allRoutes: readonly Route[] = [
  accountRoutes,
  peopleRoutes,
  passwordRoutes,
  emailRoutes,
  secondFactorRoutes,
  sessionRoutes,
  adminUserRoutes,
  auditRoutes,
  clockRoutes,
  diskRoutes,
  unitRoutes,
  setupRoutes,
  alertRoutes,
  anonymousAlertRoutes,
  anonymousDataRoutes,
  alertGroupRoutes,
  dashboardRoutes,
  lacsRoutes,
  messageRoutes,
  threadRoutes,
  feedRoutes,
  feedMemberRoutes,
  postRoutes,
  commentRoutes,
  likeRoutes,
  pageRoutes,
  draftRoutes,
  pageMemberRoutes,
  documentRoutes,
  callRoutes,
  radioRoutes,
  speechRoutes,
  handsFreeRoutes,
  eventRoutes,
  httpsRoutes,
].flatMap((routes) => Object.values(routes))
