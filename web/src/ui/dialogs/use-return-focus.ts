import { useLayoutEffect } from 'react'

/**
 * Returns the element that has the focus. For an item of a menu, which closes at the selection, it returns the menu
 * button.
 */
function focusedElement(): HTMLElement | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return null
  const buttonId = focused.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (buttonId ? document.getElementById(buttonId) : null) ?? focused
}

/**
 * Restores the focus to the element that had it before a dialog, when the dialog closes or is unmounted, unless another
 * element has the focus. Mantine does so only for dialogs that are mounted before they open, and does not support menu
 * buttons.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = focusedElement()
    return () => {
      const last = document.activeElement
      // Runs after the dialog and its focus were removed.
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement === body || activeElement === last) before?.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}
