/** The HTTP status of each error code. */
export const pageErrors = {
  'page.notFound': 404,
  'page.notAllowed': 403,
  'page.flagNotHeld': 403,
  'page.changed': 409,
  'page.memberNotFound': 404,
  'page.personNotFound': 404,
  'page.draftNotFound': 404,
  'page.draftReviewed': 409,
  'page.draftOutdated': 409,
  'page.revisionNotFound': 404,
  'page.documentNotFound': 400,
  'page.unitsNotSharing': 409,
  'page.staysShared': 409,
  'page.ofOtherUnit': 409,
} as const
