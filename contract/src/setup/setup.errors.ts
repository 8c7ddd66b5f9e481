/** The HTTP status of each error code. */
export const setupErrors = {
  /** The drill is not over, so that devices may still ring. */
  'setup.drillRunning': 409,
  /** A newer drill has begun, or there was none. */
  'setup.otherDrill': 409,
} as const
