/** The HTTP status of each error code. */
export const lacsErrors = {
  'lacs.groupNotFound': 404,
  'lacs.unitNotFound': 404,
  'lacs.notAllowed': 403,
  'lacs.subdomainTaken': 409,
  'lacs.unitIdTaken': 409,
  'lacs.groupHasUnits': 409,
  'lacs.adminNotFound': 404,
} as const
