/** The HTTP status of each error code. */
export const noticeErrors = {
  'noticeSource.notFound': 404,
  'noticeSource.tooMany': 409,
  /** An address that the server does not request: not HTTPS, an IP address, or of a private network. */
  'noticeSource.notAllowed': 400,
  'noticeSource.fileBroken': 400,
  'noticeSource.fileUnsupported': 400,
  'noticeRule.notFound': 404,
  'noticeRule.tooMany': 409,
} as const
