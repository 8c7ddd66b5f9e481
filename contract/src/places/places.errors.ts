/** The HTTP status of each error code. */
export const placeErrors = {
  'place.notFound': 404,
  'place.tooMany': 409,
  'place.noState': 400,
  'place.ownKind': 400,
} as const
