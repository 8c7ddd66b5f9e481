import type { KeyboardEvent } from 'react'

/**
 * Keys that activate, leave or close. A user that types presses them without looking at a dialog that has just opened.
 */
const GUARDED = ['Enter', ' ', 'Escape', 'Tab']

/** Stops a key press that was meant for the screen before. Shortcuts of the browser pass. */
export function suppressKey(event: KeyboardEvent): void {
  if (!GUARDED.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
}
