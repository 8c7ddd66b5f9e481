/** Max value of a badge (specification, section 9). */
const CAP = 99

/** Returns an unread count as a badge shows it. `hasMore`: there are more than were counted. */
export const countText = (value: number, hasMore = false): string =>
  hasMore || value > CAP ? `${Math.min(value, CAP)}+` : String(value)
