/** The HTTP status of each error code. */
export const unitErrors = {
  'units.notFound': 404,
  'units.founderOnly': 403,
  'units.noGroup': 409,
  'units.inGroup': 409,
  'units.groupSharesNothing': 409,
  'units.notSharing': 409,
  'units.alreadyPaired': 409,
  'units.codeWrong': 403,
  'units.unreachable': 409,
  'units.fileRefused': 400,
  'units.bundleRefused': 400,
} as const
