/** The HTTP status of each error code. */
export const needErrors = {
  'need.notFound': 404,
  'need.tooMany': 409,
  'need.tooManyToday': 429,
  'need.full': 409,
  'need.done': 409,
  'need.claimed': 409,
  'need.own': 409,
} as const
