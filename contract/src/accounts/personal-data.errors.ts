/** The HTTP status of each error code. */
export const personalDataErrors = {
  'account.lastAdmin': 409,
  'account.hasActiveAlert': 409,
  'account.self': 403,
  'account.exportRuns': 409,
  'account.exportLink': 404,
} as const
