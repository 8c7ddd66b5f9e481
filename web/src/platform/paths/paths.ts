/** The pattern of each page, for the router and the service worker, which has no zod: this file imports nothing. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  join: '/join',
  ready: '/ready',
  siren: '/siren',
  standby: '/standby',
  me: '/user/me',
  profile: '/user/$userId/profile',
  messages: '/messages',
  thread: '/messages/$messageThreadId',
  threadMembers: '/messages/$messageThreadId/members',
  radio: '/asr-chat/$messageThreadId',
  radioHistory: '/asr-chat/$messageThreadId/history',
  feeds: '/feeds',
  feedPosts: '/feed/$feedId/posts',
  feedMap: '/feed/$feedId/posts/map',
  feedMembers: '/feed/$feedId/members',
  postComments: '/feed/$feedId/posts/$postId/comments',
  pages: '/pages',
  page: '/pages/$pageId',
  pageContent: '/pages/$pageId/content',
  pageDraftRequest: '/pages/$pageId/draft-request',
  pageMembers: '/page/$pageId/members',
  calls: '/calls',
  call: '/call/$callId',
  groupCall: '/group-call/$callId',
  alerts: '/alerts',
  rollCalls: '/roll-calls',
  rollCall: '/roll-calls/$rollCallId',
  communityMap: '/community-map',
  needs: '/needs',
  notices: '/notices',
  family: '/family',
  personSearch: '/person-search',
  missingReports: '/missing-reports',
  answer: '/answer',
  selfService: '/self-service',
  shelters: '/shelters',
  shelter: '/shelters/$placeId',
  admin: '/admin',
  adminGuide: '/admin/guide',
  adminHealth: '/admin/health',
  adminUsers: '/admin/users',
  adminReadiness: '/admin/readiness',
  adminAlertGroups: '/admin/alert-groups',
  adminSirenScreens: '/admin/screens',
  adminDashboard: '/admin/dashboard',
  adminLacs: '/admin/lacs',
  adminUnits: '/admin/units',
  adminSettings: '/admin/settings',
  adminMap: '/admin/map',
  adminPlaces: '/admin/places',
  adminShelterStaff: '/admin/shelters',
  adminExchange: '/admin/exchange',
  adminBackup: '/admin/backup',
  adminAnonymousAlerts: '/admin/anonymous-alerts',
  adminAnonymousData: '/admin/anonymous-data',
  adminStorage: '/admin/storage',
  adminReports: '/admin/reports',
  adminAudit: '/admin/audit',
  alert: '/alerts/$alertId/messages/$messageThreadId',
  alertRecord: '/alerts/$alertId/record',
} as const

export const alertHref = (alertId: string, messageThreadId: string) => `/alerts/${alertId}/messages/${messageThreadId}`

export const threadHref = (messageThreadId: string) => `/messages/${messageThreadId}`

export const recordHref = (alertId: string) => `/alerts/${alertId}/record`

export const rollCallHref = (rollCallId: string) => `/roll-calls/${rollCallId}`

export const profileHref = (userId: string) => `/user/${userId}/profile`

/** Whether a path is the screen of a call. */
export const isPathOfCall = (path: string, callId: string): boolean =>
  path === `/call/${callId}` || path === `/group-call/${callId}`

export const radioHref = (messageThreadId: string) => `/asr-chat/${messageThreadId}`

/** Whether a path is the screen of a radio chat, or of its history. */
export const isPathOfRadio = (path: string, messageThreadId: string): boolean =>
  `${path}/`.startsWith(`${radioHref(messageThreadId)}/`)

export const postHref = (feedId: string, postId: string) => `/feed/${feedId}/posts/${postId}/comments`
