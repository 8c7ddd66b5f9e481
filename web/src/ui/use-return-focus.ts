import { useLayoutEffect } from 'react'

/** Returns the element that has the focus. For an item of a menu, which closes with the choice, it is the button of the menu. */
function focusedElement(): HTMLElement | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement)) return null
  const buttonId = focused.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (buttonId ? document.getElementById(buttonId) : null) ?? focused
}

/**
 * Returns the focus to where it was before a dialog, when it closes or is unmounted, unless something else has taken it. Mantine
 * does so only for dialogs that are mounted before they open, and knows no button of a menu.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = focusedElement()
    return () => {
      const last = document.activeElement
      // After the dialog was removed, and with it the focus.
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement === body || activeElement === last) before?.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}
