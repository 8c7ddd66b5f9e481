/** The HTTP status of each error code. */
export const receptionErrors = {
  /** The shelter is unknown, or the viewer has no role in it: both alike. */
  'shelter.notFound': 404,
  'shelter.closed': 409,
  'shelter.tooManyStaff': 409,
  'reception.personNotFound': 404,
  'reception.stayNotFound': 404,
  /** The register has as many people, or the person as many stays, as it can have. */
  'reception.full': 409,
  /** The person was received again since. */
  'reception.receivedSince': 409,
  /** One of the two people belongs to another shelter, is the other one, or is merged into another. */
  'reception.notTwo': 409,
  /** The code is wrong or has ended, or the shelter has none: all alike. */
  'selfService.ended': 404,
  'dependant.notFound': 404,
  'dependant.tooMany': 409,
} as const
