/** Specification, section 9: the cap of a badge. */
const CAP = 99

/** A number that waits to be read, as a badge shows it; `hasMore`: there are more than were counted. */
export const countText = (value: number, hasMore = false): string =>
  hasMore || value > CAP ? `${Math.min(value, CAP)}+` : String(value)
