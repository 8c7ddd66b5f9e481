const TWO_DAYS_MS = 2 * 86_400_000

/** Returns the time of registration of users in tests: they are not new (decisions/0175). */
export const establishedAt = (now: Date): Date => new Date(now.getTime() - TWO_DAYS_MS)
