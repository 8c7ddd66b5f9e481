/** What the user did with an SOS button of the frame, before the code of the application was there. */
export interface EarlyPress {
  /** `tap`: a click without a pointer, such as that of a screen reader. */
  readonly type: 'down' | 'up' | 'tap'
  /** Milliseconds since the navigation. Negative: the page before this one has recorded it. */
  readonly at: number
}

/** The presses that the script of the frame has recorded. */
export interface EarlyPresses {
  readonly recorded: readonly EarlyPress[]
  /** Whether the code of the application runs. Otherwise the frame reloads the page after a while. */
  isCodeLoaded: boolean
  /** Called with each further press, as soon as the application has adopted the recorded ones. */
  onPress: ((press: EarlyPress) => void) | null
}

declare global {
  interface Window {
    /** Set by the script of the frame (web/frame). */
    earlyPresses?: EarlyPresses
  }
}

/** Id of the element that contains the frame. */
export const FRAME_ID = 'frame'

/** Removes the frame, which a screen replaces. */
export const removeFrame = (): void => document.getElementById(FRAME_ID)?.remove()
