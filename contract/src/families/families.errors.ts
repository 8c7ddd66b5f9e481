/** The HTTP status of each error code. */
export const familyErrors = {
  /** There is no such link, or it is of other users. */
  'family.notFound': 404,
  'family.self': 409,
  /** The other user blocks the viewer. */
  'family.isBlocked': 403,
  'family.tooMany': 409,
  'family.tooManyToday': 429,
} as const
