/** The HTTP status of each error code. */
export const communityMapErrors = {
  'fieldReport.notFound': 404,
  'fieldReport.tooMany': 409,
  'fieldReport.tooManyToday': 429,
  'fieldReport.full': 409,
  'mapOverlay.notFound': 404,
  'mapOverlay.tooMany': 409,
  'mapOverlay.tooLarge': 400,
  'mapShape.notFound': 404,
  'mapShape.tooMany': 409,
} as const
