/** The HTTP status of each error code. */
export const exchangeErrors = {
  'alertFeed.notFound': 404,
  'alertFeed.tooMany': 409,
} as const
