/** A press of an SOS button of the frame, before the code of the application was loaded. */
export interface EarlyPress {
  /** `tap`: a click without a pointer, such as the click of a screen reader. */
  readonly type: 'down' | 'up' | 'tap'
  /** Milliseconds since the navigation. Negative: the previous page has recorded it. */
  readonly at: number
}

/** The presses that the script of the frame has recorded. */
export interface EarlyPresses {
  readonly recorded: readonly EarlyPress[]
  /** Whether the code of the application runs. Otherwise the frame reloads the page after a while. */
  isCodeLoaded: boolean
  /** Called with each further press after the application has adopted the recorded presses. */
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

/** Removes the frame when a screen replaces it. */
export const removeFrame = (): void => document.getElementById(FRAME_ID)?.remove()
