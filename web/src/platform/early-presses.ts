/** A press of an SOS button of the prerendered screen, before the code of the application was loaded. */
export interface EarlyPress {
  /** `tap`: a click without a pointer, such as the click of a screen reader. */
  readonly type: 'down' | 'up' | 'tap'
  /** Milliseconds since the navigation. Negative: the previous page has recorded it. */
  readonly at: number
}

/** Milliseconds of holding the button after which the SOS is sent. `--n-hold` is the same time in CSS. */
export const HOLD_MS = 1_500
/** Milliseconds of the countdown that a tap starts. The SOS is sent at its end. */
export const COUNTDOWN_MS = 5_000

/** `hold`: a press was long enough to send. `down`: the button is still pressed, since `at`. */
export type Outcome =
  | { readonly type: 'none' }
  | { readonly type: 'tap'; readonly at: number }
  | { readonly type: 'hold'; readonly at: number }
  | { readonly type: 'down'; readonly at: number }

/**
 * Returns the meaning of the recorded presses, with the time of the press. A held press has priority over taps.
 */
export function outcomeOf(recorded: readonly EarlyPress[]): Outcome {
  let outcome: Outcome = { type: 'none' }
  let downAt: number | null = null
  for (const { type, at } of recorded) {
    if (type === 'down') downAt = at
    if (type === 'up' && downAt !== null) {
      if (at - downAt >= HOLD_MS) return { type: 'hold', at: downAt }
      outcome = { type: 'tap', at: downAt }
      downAt = null
    }
    if (type === 'tap') outcome = { type: 'tap', at }
  }
  return downAt === null ? outcome : { type: 'down', at: downAt }
}

/** An SOS that was sent before the application has started. Local storage keeps it until the server has it. */
export interface EarlySos {
  readonly clientId: string
  readonly createdAt: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** Metres. */
  readonly accuracy: number | null
  /** Milliseconds of the device's clock. */
  readonly locatedAt: number | null
  readonly textContent: string
  readonly isRaised: false
}

/** The presses that the start script has recorded, and the SOS of the guard in index.html (decisions/0167). */
export interface EarlyPresses {
  recorded: EarlyPress[]
  /** Called with each further press after the application has adopted the recorded presses. */
  onPress: ((press: EarlyPress) => void) | null
  /** The browser is too old: the start script must not run. */
  readonly isTooOld: boolean
  /** Records a press, and sends its SOS if the application does not start in time. */
  record(press: EarlyPress): void
  /**
   * Ends the guard: the application is on the screen.
   * @param adopt called with the SOS that the guard has sent or could not send, now or when the user closes the plain page.
   *   The application repeats it with the same client id.
   */
  takeOver(adopt: (sos: EarlySos) => void): void
}

declare global {
  interface Window {
    /** Set by the guard (web/prerendered/start-guard.ts). */
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
