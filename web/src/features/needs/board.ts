import type { Need, NeedKind, NeedSubject } from '@noroshi/contract/needs/needs.http'

/** Milliseconds for which an entry that is done stays on the board. */
const DONE_MS = 86_400_000

export const isExpired = ({ doneAt, expiresAt }: Need, now: Date): boolean =>
  doneAt === null && Date.parse(expiresAt) <= now.getTime()

/** Returns the expired entries of a user, who is asked whether they still hold. */
export const expiredOf = (needs: readonly Need[], userId: string | undefined, now: Date): Need[] =>
  needs.filter((need) => need.owner.id === userId && isExpired(need, now))

export interface BoardFilter {
  readonly kind: NeedKind
  /** null: all. */
  readonly subject: NeedSubject | null
  /** Id of a place; null: all. */
  readonly placeId: string | null
}

/** Entries without a user who takes care of them come first, then those in work, then what is done. */
const rankOf = ({ doneAt, claimedBy }: Need): number => (doneAt !== null ? 2 : claimedBy !== null ? 1 : 0)

/** Urgent entries come before others, and newer ones before older ones. */
function compareNeeds(a: Need, b: Need): number {
  const byState = rankOf(a) - rankOf(b)
  if (byState !== 0) return byState
  if (a.isUrgent !== b.isUrgent) return a.isUrgent ? -1 : 1
  return a.createdAt < b.createdAt ? 1 : -1
}

/**
 * Returns the entries of the board that a viewer sees, in their order. Expired ones are left for those who are asked about them:
 * their owner and administrators.
 */
export function boardOf(
  needs: readonly Need[],
  { kind, subject, placeId }: BoardFilter,
  { viewer, now }: { viewer: { readonly id: string; readonly isAdmin: boolean } | null; now: Date },
): Need[] {
  return needs
    .filter((need) => {
      const isAsked = viewer !== null && (viewer.isAdmin || need.owner.id === viewer.id)
      const isShown = need.doneAt === null ? isAsked || !isExpired(need, now) : Date.parse(need.doneAt) > now.getTime() - DONE_MS
      const isWanted = need.kind === kind && (subject === null || need.subject === subject)
      return isShown && isWanted && (placeId === null || need.place?.id === placeId)
    })
    .toSorted(compareNeeds)
}

/** Returns how many open needs places have, by their ids. Places without one are left out. */
export function openNeedsByPlace(needs: readonly Need[], now: Date): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const need of needs) {
    if (need.kind !== 'need' || need.place === null || need.doneAt !== null || isExpired(need, now)) continue
    counts.set(need.place.id, (counts.get(need.place.id) ?? 0) + 1)
  }
  return counts
}
