/** Every page of the product once: its pattern for the router, and its address for a link. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  alerts: '/alerts',
  alert: '/alerts/$alertId/messages/$messageThreadId',
} as const

export const alertHref = (alertId: string, messageThreadId: string) => `/alerts/${alertId}/messages/${messageThreadId}`
