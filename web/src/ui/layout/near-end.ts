/** Max pixels from the end at which a user counts as being there (specification, section 9). */
const CHAT_STICK_PX = 100

/** Scroll position in a chat: pixels scrolled, and pixels from the end. */
export interface ScrollPosition {
  readonly scrollTop: number
  readonly away: number
}

export const readScrollPosition = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): ScrollPosition => ({
  scrollTop,
  away: scrollHeight - scrollTop - clientHeight,
})

/**
 * Returns whether the user is near the end of a chat, now or before the content grew. Content may be added below
 * between a scroll and its event. It must not count as scrolling away. Lines that are added above look like scrolling
 * in browsers with scroll anchoring: a caller that expects such lines calls this only if the user was at the end.
 */
export const isNearEnd = (previous: ScrollPosition, current: ScrollPosition): boolean =>
  current.away <= CHAT_STICK_PX || previous.away + previous.scrollTop - current.scrollTop <= CHAT_STICK_PX
