import { type RefObject, useLayoutEffect } from 'react'

/**
 * F6 moves the focus to an element of a `<section>` that appeared by itself, and from one such section to the next.
 * When the section disappears with the focus, the focus returns to its previous element.
 * @param target the element that scripts focus
 * @param isImmediate the element takes the focus at once
 */
export function useFocusByF6(target: RefObject<HTMLElement | null>, isImmediate = false) {
  useLayoutEffect(() => {
    const section = target.current?.closest('section')
    let before: Element | null = null
    const enter = () => {
      before = document.activeElement
      target.current?.focus({ preventScroll: true })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || section?.contains(document.activeElement)) return
      event.preventDefault()
      enter()
    }
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element && !section?.contains(relatedTarget)) before = relatedTarget
    }
    if (isImmediate) enter()
    document.addEventListener('keydown', onKey)
    section?.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      section?.removeEventListener('focusin', onFocus)
      const isLeft = document.activeElement === null || document.activeElement === document.body
      if ((isLeft || section?.contains(document.activeElement)) && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [target, isImmediate])
}
