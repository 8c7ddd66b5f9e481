/** The HTTP status of each error code. */
export const alarmAppErrors = {
  'alarmApp.notLinked': 409,
} as const
