/** The HTTP status of each error code. */
export const radioErrors = {
  'radio.notRunning': 409,
  'radio.notJoined': 409,
  'radio.full': 409,
  'radio.mayNotPreempt': 403,
  'radio.notSpeaking': 409,
  'radio.noTransmission': 404,
} as const
