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
 * Whether somebody whose place was `seen` last reads near the end: they stand there now, whatever brought them, or what they
 * scrolled since leads to where the end was then. A reader scrolls before the event of it arrives; what grew below them meanwhile
 * takes nobody away. Lines that come above look like scrolling where a browser holds the place itself: who expects them asks
 * this of one who was at the end alone.
 */
export const isNearEnd = (seen: Place, now: Place): boolean =>
  now.away <= CHAT_STICK_PX || seen.away + seen.scrollTop - now.scrollTop <= CHAT_STICK_PX
