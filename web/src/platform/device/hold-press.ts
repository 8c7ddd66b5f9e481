/** The effects of a press and of a click of a {@link HoldPress}. */
export interface HoldActions {
  /** A pointer or a key goes down on the button. */
  readonly press: (button: EventTarget | null) => void
  /**
   * The press ends.
   * @param isLifted the pointer or the key went up. false: something else ended the press, such as a window above the page
   */
  readonly release: (isLifted: boolean) => void
  /** A click without a pointer: from a screen reader or a voice command. */
  readonly tap: (button: EventTarget | null) => void
}

type PointerDown = Pick<PointerEvent, 'button' | 'isPrimary' | 'pointerId' | 'currentTarget'>
type Press = Pick<KeyboardEvent, 'key'>
type KeyDown = Press & Pick<KeyboardEvent, 'repeat' | 'currentTarget' | 'preventDefault'>
type Click = Pick<MouseEvent, 'detail' | 'currentTarget'>

/** A button that the user holds. */
export interface HoldPress {
  /** The props of a button in React. Without React, they are listeners of its events. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerDown) => void
    readonly onKeyDown: (event: KeyDown) => void
    readonly onClick: (event: Click) => void
    readonly onContextMenu: (event: Pick<Event, 'preventDefault'>) => void
  }
  /** Ends the press, if there is one: of any button, or only that of `button`. */
  readonly release: (button?: EventTarget | null) => void
}

/** Captures a pointer, unless it is up already. */
function capture(button: EventTarget | null, pointerId: number): void {
  try {
    if (button instanceof Element) button.setPointerCapture(pointerId)
  } catch {
    // The press does not need it.
  }
}

const isPressKey = ({ key }: Press) => key === 'Enter' || key === ' '

/**
 * Returns the handlers of a button that the user holds, by pointer or by keyboard. A press ends when its pointer or key
 * goes up anywhere on the page, also if the button was covered, moved or removed meanwhile, and when the window loses the
 * focus. Other losses of the focus are for the caller. The pointer is captured, so that a trembling finger that leaves
 * the button presses nothing else. A further press proves that the one before is over, even if its end was lost.
 */
export function holdPress({ press, release: released, tap }: HoldActions): HoldPress {
  /** The running press: its button, and the end of its listeners. */
  let running: { readonly button: EventTarget | null; readonly listeners: AbortController } | null = null
  const end = (isLifted: boolean) => {
    if (!running) return
    running.listeners.abort()
    running = null
    released(isLifted)
  }
  const release = (button?: EventTarget | null) => {
    if (button === undefined || button === running?.button) end(false)
  }
  /** @param listen adds the listeners of the end, before anything else may fail */
  const begin = (button: EventTarget | null, listen: (signal: AbortSignal) => void) => {
    release()
    const listeners = new AbortController()
    running = { button, listeners }
    window.addEventListener('blur', () => release(), { signal: listeners.signal })
    listen(listeners.signal)
    press(button)
  }
  return {
    handlers: {
      onPointerDown({ button, isPrimary, pointerId, currentTarget }) {
        if (button !== 0 || !isPrimary) return
        const up = (event: PointerEvent) => event.pointerId === pointerId && end(event.type === 'pointerup')
        begin(currentTarget, (signal) => {
          for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, up, { signal, capture: true })
        })
        capture(currentTarget, pointerId)
      },
      onKeyDown(event) {
        if (!isPressKey(event)) return
        event.preventDefault() // no click event: key down and key up are the press
        if (event.repeat) return
        const up = (pressed: KeyboardEvent) => isPressKey(pressed) && end(true)
        begin(event.currentTarget, (signal) => window.addEventListener('keyup', up, { signal, capture: true }))
      },
      onClick({ detail, currentTarget }) {
        if (detail === 0) tap(currentTarget)
      },
      onContextMenu: (event) => event.preventDefault(),
    },
    release,
  }
}
