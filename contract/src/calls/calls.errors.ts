/** The HTTP status of each error code. */
export const callErrors = {
  'call.notFound': 404,
  'call.sessionNotFound': 404,
  'call.withSelf': 400,
  'call.personNotFound': 404,
  'call.groupNotFound': 404,
  'call.blocked': 403,
  'call.ended': 409,
  'call.sessionOver': 409,
  'call.answeredElsewhere': 409,
  'call.onOtherDevice': 409,
  'call.onOtherPage': 409,
  'call.notGroup': 409,
  'call.full': 409,
  'call.notConnected': 409,
  'call.notDelivered': 503,
} as const
