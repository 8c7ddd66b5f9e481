import { z } from 'zod'
import { isStorable, Timestamp, Uuid } from '@noroshi/contract/define'
import type { Origin } from './sync-kind.service.ts'

/** Max milliseconds by which the clock of a unit may be ahead. A stamp far in the future would win for ever. */
const AHEAD_MS = 7 * 86_400_000

/** Returns the last change number that a unit may tell. */
export const lastChangeAt = (now: Date): number => now.getTime() + AHEAD_MS

/** The number of a change: the milliseconds of the clock, but above that of the change before. */
export const ChangeNumber = z.int().nonnegative()

/** The stamp of a change: a number that rises with each change of the row, and the unit that decides a tie. */
export const Stamp = z.object({ changed: ChangeNumber, changedBy: Uuid.nullable() })
type Stamp = z.infer<typeof Stamp>

interface StampColumns {
  readonly changed: number
  readonly changed_by: string | null
}

/**
 * Whether a received change comes after the stored one. Each row has one last change at all units. A deletion comes after all
 * changes, whatever its stamp is: no one gets back what a user has deleted.
 */
export function isLater(
  { changed, changedBy, deletedAt = null }: Stamp & { readonly deletedAt?: Date | null },
  stored: (StampColumns & { readonly deleted_at?: Date | null }) | undefined,
): boolean {
  if (stored === undefined) return true
  const isStoredDeleted = stored.deleted_at != null
  if ((deletedAt !== null) !== isStoredDeleted) return deletedAt !== null
  return changed > stored.changed || (changed === stored.changed && (changedBy ?? '') > (stored.changed_by ?? ''))
}

/** Whether a change is of the unit that signed it, or from before the exchange began: no unit writes a change of another one. */
export const isOwnChange = ({ changedBy }: Stamp, { unitId }: Origin): boolean => changedBy === null || changedBy === unitId

/** Returns the stamp of a row for its record. */
export const stampOf = ({ changed, changed_by }: StampColumns): Stamp => ({ changed, changedBy: changed_by })

/** A text that PostgreSQL can store, with far more characters than any form accepts. */
export const ReceivedText = z.string().max(200_000).refine(isStorable)

/** A time that PostgreSQL can store. */
export const ReceivedTime = Timestamp.transform((text) => new Date(text))

/** Latitude and longitude, or neither. */
export const ReceivedLocation = z.object({
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
})

/** A number of people that a unit tells. The sum of those of all units stays an integer of PostgreSQL. */
export const ReceivedCount = z
  .int()
  .nonnegative()
  .transform((count) => Math.min(count, 1_000_000))

/** Returns a location whose parts are both numbers or both null. */
export const locationIn = ({ latitude, longitude }: z.infer<typeof ReceivedLocation>) =>
  latitude === null || longitude === null ? { latitude: null, longitude: null } : { latitude, longitude }
