/** The HTTP status of each error code. */
export const reportErrors = {
  'report.notFound': 404,
  'report.own': 400,
  'report.tooMany': 409,
} as const
