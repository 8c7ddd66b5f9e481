import { SharingMode } from '@noroshi/contract/accounts/accounts.http'

const labels = {
  always: 'accounts.sharingAlways',
  emergency: 'accounts.sharingEmergency',
  never: 'accounts.sharingNever',
} as const

/** What one may consent to, in the order of how much it shows. */
export const sharingModes = SharingMode.options.map((mode) => ({ mode, label: labels[mode] }))
