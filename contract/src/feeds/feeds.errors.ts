/** The HTTP status of each error code. */
export const feedErrors = {
  'feed.notFound': 404,
  'feed.notAllowed': 403,
  'feed.flagNotHeld': 403,
  'feed.memberNotFound': 404,
  'feed.personNotFound': 404,
  'feed.unitsNotSharing': 409,
  'feed.staysShared': 409,
  'feed.ofOtherUnit': 409,
  'post.notFound': 404,
  'post.notAllowed': 403,
  'post.empty': 400,
  'post.alreadyReviewed': 409,
} as const
