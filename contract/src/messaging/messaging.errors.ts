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
  'message.notYours': 403,
  'message.isRecord': 403,
  'message.isDeleted': 409,
  'message.tooOld': 409,
  'message.tooManyEdits': 409,
  'message.notAReaction': 400,
  'message.tooManyReactions': 409,
} as const
