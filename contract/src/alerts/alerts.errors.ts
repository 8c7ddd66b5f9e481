/** The HTTP status of each error code. */
export const alertErrors = {
  'alert.notFound': 404,
  'alert.alreadyResolved': 409,
  'alert.notResolved': 409,
  'alert.tooLateToReopen': 409,
  'alert.tooManyFiles': 409,
  'alert.assigneeNotFound': 404,
  'alert.ownDuplicate': 409,
  'alert.duplicateChain': 409,
  'alert.tooManyNotes': 409,
  'alert.notMuted': 409,
  'alert.sourceNotFound': 404,
  'alertGroup.notFound': 404,
  'alertGroup.notAllowed': 403,
  'alertGroup.builtIn': 409,
  'alertGroup.nameTaken': 409,
  'alertGroup.personNotFound': 404,
} as const
