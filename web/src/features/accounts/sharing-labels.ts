/** What each choice of position sharing is called. */
export const sharingLabels = {
  always: 'accounts.sharingAlways',
  emergency: 'accounts.sharingEmergency',
  never: 'accounts.sharingNever',
} as const
