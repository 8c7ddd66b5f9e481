import type { GuestDetails } from '@noroshi/contract/reception/people'

/** Returns the fields of a form that differ from those before. Lists are equal if they have the same items in order. */
export const changedFields = (before: GuestDetails, after: GuestDetails): Partial<GuestDetails> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof GuestDetails])),
  )
