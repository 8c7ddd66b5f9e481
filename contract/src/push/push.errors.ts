/** The HTTP status of each error code. */
export const pushErrors = {
  'push.off': 403,
  'push.badEndpoint': 400,
  'push.badKeys': 400,
} as const
