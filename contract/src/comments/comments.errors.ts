/** The HTTP status of each error code. */
export const commentErrors = {
  'comment.notFound': 404,
  'comment.notAllowed': 403,
} as const
