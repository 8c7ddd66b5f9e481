import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses and clicks the button of a menu or popover when it is mounted: it replaced the button whose click loaded it.
 * @returns the ref of an element around the button
 */
export function useClickOnMount(): RefObject<HTMLSpanElement | null> {
  const container = useRef<HTMLSpanElement>(null)
  const isClicked = useRef(false)
  useEffect(() => {
    if (isClicked.current) return
    isClicked.current = true
    const button = container.current?.querySelector('button')
    button?.focus()
    button?.click()
  }, [])
  return container
}
