/** The HTTP status of each error code. */
export const rollCallErrors = {
  'rollCall.notFound': 404,
  'rollCall.closed': 409,
  /** The roll-call does not ask this person. */
  'rollCall.notAsked': 404,
  /** The user has not answered. */
  'rollCall.noAnswer': 404,
  'rollCall.notAnOption': 400,
  /** A person has as many answers as a roll-call keeps. */
  'rollCall.tooManyAnswers': 409,
  /** The member has answered for as many people of a roll-call as one may. Its keepers have no such limit. */
  'rollCall.tooManyProxies': 409,
  /** The asker may have no further one open, has asked too often today, or has asked the audience of this alert. */
  'rollCall.tooMany': 429,
  /** The audience has no person but the asker. */
  'rollCall.noPeople': 409,
  /** This server sends no mails. */
  'rollCall.noMail': 409,
  /** The link is unknown, expired or replaced, or its roll-call ended: all alike. */
  'rollCall.linkEnded': 404,
} as const
