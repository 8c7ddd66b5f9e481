import { type KeyboardEvent as KeyEvent, type MouseEvent, type PointerEvent, useEffect } from 'react'
import { hasTopDialog } from '../../ui/top-dialog.tsx'
import type { RadioRoom } from './media/radio-room.ts'

const isPressKey = ({ key }: { key: string }) => key === 'Enter' || key === ' '
/**
 * Elements in which the space bar has its own meaning. In the map, and in the messages of a radio chat, which the arrow
 * keys scroll, it talks.
 */
const OWN_SPACE = [
  'button, a, input, textarea, select, summary, dialog, audio, video, [contenteditable]',
  '[role=dialog], [role=menu], [role=slider], [role=option], [role=tab]',
  '[tabindex]:not([tabindex="-1"], canvas, [data-space-talks])',
].join(', ')

/** Ends a held talk when the pointer is released or lost, also if an alarm covers or moves the button meanwhile. */
function letGoWithPointer(room: RadioRoom, pointerId: number): void {
  const ends = ['pointerup', 'pointercancel'] as const
  const end = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    for (const name of ends) window.removeEventListener(name, end)
    room.letGo()
  }
  for (const name of ends) window.addEventListener(name, end)
}

/**
 * Returns the handlers of a talk button: holding talks, also by keyboard; a click without a pointer, from a screen
 * reader, starts and ends. A talk without holding ends by a press. The pointer is captured, so that a trembling finger
 * does not end the talk.
 */
export const talkHandlers = (room: RadioRoom) => ({
  onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    letGoWithPointer(room, event.pointerId)
    room.hold()
  },
  onKeyDown: (event: KeyEvent) => {
    if (!isPressKey(event)) return
    event.preventDefault() // no click event: key down and key up are the press
    if (!event.repeat) room.hold()
  },
  // An alarm that opens takes the focus and not the talk.
  onBlur: () => hasTopDialog() || room.letGo(),
  onClick: (event: MouseEvent) => {
    if (event.detail === 0) room.toggle()
  },
  onContextMenu: (event: MouseEvent) => event.preventDefault(),
})

/** The space bar talks on each screen, except in elements that use it and in dialogs. */
export function useTalkKeys(room: RadioRoom) {
  useEffect(() => {
    const onDown = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(OWN_SPACE) !== null
      if (event.key !== ' ' || isElsewhere || event.defaultPrevented) return
      event.preventDefault() // the page does not scroll
      if (!event.repeat) room.hold()
    }
    const onUp = (event: KeyboardEvent) => {
      if (isPressKey(event)) room.letGo()
    }
    const onAway = () => room.letGo()
    document.addEventListener('keydown', onDown)
    document.addEventListener('keyup', onUp, true)
    window.addEventListener('blur', onAway)
    return () => {
      document.removeEventListener('keydown', onDown)
      document.removeEventListener('keyup', onUp, true)
      window.removeEventListener('blur', onAway)
    }
  }, [room])
}
