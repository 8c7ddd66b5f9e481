/** What a press of a {@link HoldPress} does. */
export interface HoldActions {
  /** A pointer or a key goes down on the button. */
  readonly press: (button: EventTarget | null) => void
  /** The pointer or the key goes up. */
  readonly release: () => void
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
  /** Ends the press, if there is one. */
  readonly release: () => void
}

const isPressKey = ({ key }: Press) => key === 'Enter' || key === ' '

/**
 * Returns the handlers of a button that the user holds, by pointer or by keyboard. A press ends when its pointer or key
 * goes up anywhere on the page, also if the button was covered, moved or removed meanwhile, and when the window loses the
 * focus. Other losses of the focus are for the caller. The pointer is captured, so that a trembling finger that leaves
 * the button presses nothing else.
 */
export function holdPress({ press, release: released, tap }: HoldActions): HoldPress {
  /** Ends the listeners of the running press; null without a press. */
  let listening: AbortController | null = null
  const release = () => {
    if (!listening) return
    listening.abort()
    listening = null
    released()
  }
  const begin = (button: EventTarget | null): AbortSignal | null => {
    if (listening) return null
    listening = new AbortController()
    const { signal } = listening
    window.addEventListener('blur', release, { signal })
    press(button)
    return signal
  }
  return {
    handlers: {
      onPointerDown({ button, isPrimary, pointerId, currentTarget }) {
        if (button !== 0 || !isPrimary) return
        if (currentTarget instanceof Element) currentTarget.setPointerCapture(pointerId)
        const signal = begin(currentTarget)
        if (!signal) return
        const end = (event: PointerEvent) => event.pointerId === pointerId && release()
        for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, end, { signal, capture: true })
      },
      onKeyDown(event) {
        if (!isPressKey(event)) return
        event.preventDefault() // no click event: key down and key up are the press
        const signal = event.repeat ? null : begin(event.currentTarget)
        if (signal) window.addEventListener('keyup', (up) => isPressKey(up) && release(), { signal, capture: true })
      },
      onClick({ detail, currentTarget }) {
        if (detail === 0) tap(currentTarget)
      },
      onContextMenu: (event) => event.preventDefault(),
    },
    release,
  }
}
