import { type KeyboardEvent as KeyEvent, type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import type { RadioRoom } from './media/radio-room.ts'

const isPressKey = ({ key }: { key: string }) => key === 'Enter' || key === ' '
/** Elements in which the space bar has its own meaning. */
const OWN_SPACE =
  'button, a, input, textarea, select, summary, dialog, [contenteditable], [role=dialog], [role=menu], [role=slider]'

/**
 * Handlers of the talk button: holding talks, also by keyboard; a click without a pointer, from a screen reader, starts
 * and ends. A talk without holding ends by a press. The pointer is captured, so that a trembling finger does not end
 * the talk.
 */
export function useTalkPress(room: RadioRoom) {
  const isDown = useRef(false)
  const press = () => {
    // The end of a press is not reported if the button was disabled meanwhile.
    if (isDown.current && room.view.get().state !== 'idle') return
    if (room.view.get().isLocked) return room.release()
    isDown.current = true
    room.press({ isLocked: false })
  }
  const release = () => {
    if (!isDown.current) return
    isDown.current = false
    room.release()
  }
  useSpaceBar(press, release)
  // Without the button, the user could not end the talk.
  useEffect(() => () => room.release(), [room])
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0 || !event.isPrimary) return
      event.currentTarget.setPointerCapture(event.pointerId)
      press()
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown: (event: KeyEvent) => {
      if (!isPressKey(event)) return
      event.preventDefault() // no click event: key down and key up are the press
      if (!event.repeat) press()
    },
    onKeyUp: (event: KeyEvent) => {
      if (isPressKey(event)) release()
    },
    onBlur: release,
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) room.toggle()
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  }
}

/** The space bar talks from anywhere on the page, except in elements that use it. */
function useSpaceBar(press: () => void, release: () => void) {
  const onDown = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest(OWN_SPACE) !== null
    if (event.key !== ' ' || isElsewhere || event.defaultPrevented) return
    event.preventDefault() // the page does not scroll
    if (!event.repeat) press()
  })
  const onUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === ' ') release()
  })
  const onAway = useEffectEvent(release)
  useEffect(() => {
    const down = (event: KeyboardEvent) => onDown(event)
    const up = (event: KeyboardEvent) => onUp(event)
    const away = () => onAway()
    document.addEventListener('keydown', down)
    document.addEventListener('keyup', up)
    window.addEventListener('blur', away)
    return () => {
      document.removeEventListener('keydown', down)
      document.removeEventListener('keyup', up)
      window.removeEventListener('blur', away)
    }
  }, [])
}
