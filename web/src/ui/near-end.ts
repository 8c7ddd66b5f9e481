/** Pixels from the end within which a reader counts as being there (specification, section 9). */
const CHAT_STICK_PX = 100

/** Where in a conversation its reader is: pixels scrolled, and pixels from the end. */
export interface Place {
  readonly scrollTop: number
  readonly away: number
}

export const placeIn = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): Place => ({
  scrollTop,
  away: scrollHeight - scrollTop - clientHeight,
})

/**
 * Whether somebody reads at the end, who did so when last looked at (`seen`) or came there since. A reader scrolls before the
 * event of it arrives: what they scrolled counts, what grew or shrank below them meanwhile does not.
 */
export const isNearEnd = (seen: Place, now: Place): boolean =>
  now.away <= CHAT_STICK_PX || seen.away + seen.scrollTop - now.scrollTop <= CHAT_STICK_PX
