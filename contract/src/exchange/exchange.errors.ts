/** The HTTP status of each error code. */
export const exchangeErrors = {
  'alertFeed.notFound': 404,
  'alertFeed.tooMany': 409,
  'takServer.notFound': 404,
  /** An address of a private network that the operator does not allow. */
  'takServer.notAllowed': 400,
  /** A new connection without its certificates. */
  'takServer.filesRequired': 400,
  /** Certificate, key and password do not belong together, or cannot be read. */
  'takServer.identityBroken': 400,
  'takServer.authorityBroken': 400,
  'tak.recipientChanged': 409,
} as const
