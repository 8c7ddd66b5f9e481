/** The HTTP status of each error code. */
export const personSearchErrors = {
  'personSearch.notFound': 404,
  /** The user, or the network, has asked too often today. */
  'personSearch.tooManyToday': 429,
} as const
