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
  /** Problems of the folder in which files are exchanged. The last one is no answer to a request. */
  'units.folderGone': 409,
  'units.diskAbsent': 409,
  'units.folderReadOnly': 409,
  'units.folderNotAllowed': 409,
  'units.folderFull': 409,
  'units.folderInDataDir': 409,
  'units.folderFailed': 409,
  'units.folderUnexpected': 409,
  'units.serverFull': 507,
} as const
