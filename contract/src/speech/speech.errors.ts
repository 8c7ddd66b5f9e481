/** The HTTP status of each error code. */
export const speechErrors = {
  'speech.noVoice': 503,
  'speech.recordingTooLong': 413,
  'speech.recordingEnded': 409,
} as const
