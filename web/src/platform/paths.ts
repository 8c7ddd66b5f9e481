/** Every page of the product once: its pattern for the router, and its address for a link. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  me: '/user/me',
  profile: '/user/$userId/profile',
  messages: '/messages',
  thread: '/messages/$messageThreadId',
  threadMembers: '/messages/$messageThreadId/members',
  alerts: '/alerts',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminAlertGroups: '/admin/alert-groups',
  adminDashboard: '/admin/dashboard',
  adminLacs: '/admin/lacs',
  adminSettings: '/admin/settings',
  adminAudit: '/admin/audit',
  alert: '/alerts/$alertId/messages/$messageThreadId',
} as const

export const alertHref = (alertId: string, messageThreadId: string) => `/alerts/${alertId}/messages/${messageThreadId}`

export const profileHref = (userId: string) => `/user/${userId}/profile`
