/** A press of an SOS button of the prerendered screen, before the code of the application was loaded. */
export interface EarlyPress {
  /** `tap`: a click without a pointer, such as the click of a screen reader. */
  readonly type: 'down' | 'up' | 'tap'
  /** Milliseconds since the navigation. Negative: the previous page has recorded it. */
  readonly at: number
}

/** The presses that the start script has recorded. */
export interface EarlyPresses {
  readonly recorded: readonly EarlyPress[]
  /** Whether the code of the application runs. Otherwise the start script reloads the page after a while. */
  isCodeLoaded: boolean
  /** Called with each further press after the application has adopted the recorded presses. */
  onPress: ((press: EarlyPress) => void) | null
}

declare global {
  interface Window {
    /** Set by the start script (web/prerendered). */
    earlyPresses?: EarlyPresses
  }
}

/** Id of the element that contains the prerendered screen. */
export const PRERENDERED_ID = 'prerendered'

/**
 * Removes the prerendered screen, and scrolls the first screen to the same position. Call it when the router has
 * rendered the first screen.
 */
export function removePrerenderedScreen(): void {
  const element = document.getElementById(PRERENDERED_ID)
  const scrolled = element?.querySelector('main')?.scrollTop ?? 0
  element?.remove()
  if (scrolled > 0) document.querySelector('main')?.scrollTo(0, scrolled)
}
