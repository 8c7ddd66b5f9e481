/** The HTTP status of each error code. */
export const sirenErrors = {
  'siren.codeInvalid': 400,
  'siren.screenNotFound': 404,
  'siren.tooManyScreens': 409,
} as const
