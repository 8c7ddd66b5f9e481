import { useEffect, useMemo } from 'react'
import { holdPress } from '../../platform/device/hold-press.ts'
import { hasTopDialog } from '../../ui/dialogs/top-dialog.tsx'
import type { RadioRoom } from './media/radio-room.ts'

/**
 * Elements in which the space bar has its own meaning. In the map, and in the messages of a radio chat, which the arrow
 * keys scroll, it talks.
 */
const OWN_SPACE = [
  'button, a, input, textarea, select, summary, dialog, audio, video, [contenteditable]',
  '[role=dialog], [role=menu], [role=slider], [role=option], [role=tab]',
  '[tabindex]:not([tabindex="-1"], canvas, [data-space-talks])',
].join(', ')

const talkPress = (room: RadioRoom) =>
  holdPress({ press: () => room.hold(), release: () => room.letGo(), tap: () => room.toggle() })

/**
 * Returns the handlers of a talk button: holding talks, also by keyboard; a click without a pointer, from a screen
 * reader, starts and ends. A talk without holding ends by a press.
 */
export function useTalkPress(room: RadioRoom) {
  const { handlers, release } = useMemo(() => talkPress(room), [room])
  // An alarm that opens takes the focus and not the talk.
  return { ...handlers, onBlur: () => hasTopDialog() || release() }
}

/** The space bar talks on each screen, except in elements that use it and in dialogs. */
export function useTalkKeys(room: RadioRoom) {
  useEffect(() => {
    const { onKeyDown } = talkPress(room).handlers
    const onDown = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(OWN_SPACE) !== null
      if (event.key === ' ' && !isElsewhere && !event.defaultPrevented) onKeyDown(event) // the page does not scroll
    }
    document.addEventListener('keydown', onDown)
    return () => document.removeEventListener('keydown', onDown)
  }, [room])
}
