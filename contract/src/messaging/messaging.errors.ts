/** The HTTP status of each error code. */
export const messagingErrors = {
  'thread.notFound': 404,
  'thread.notAllowed': 403,
  'thread.blocked': 403,
  'thread.notAddable': 403,
  'thread.noFiles': 400,
  'thread.withSelf': 400,
  'thread.memberNotFound': 404,
  'thread.tooManyMembers': 409,
  'message.notFound': 404,
} as const
