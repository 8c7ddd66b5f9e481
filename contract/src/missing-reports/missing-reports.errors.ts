/** The HTTP status of each error code. */
export const missingReportErrors = {
  'missingReport.notFound': 404,
  /** The user has as many reports as possible. */
  'missingReport.tooMany': 409,
  /** The user, or the network, has reported too often today. */
  'missingReport.tooManyToday': 429,
} as const
