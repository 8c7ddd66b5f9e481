import { type RefObject, useLayoutEffect } from 'react'

const supportsFieldSizing = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/**
 * Makes a text area as high as its text, up to its `max-height`, in browsers without `field-sizing` (Firefox, Safari
 * 16).
 * @param text the text of the field; each change triggers a measurement.
 */
export function useAutosize(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (supportsFieldSizing) return
    const resize = () => {
      const field = ref.current
      if (!field) return
      field.style.height = 'auto'
      field.style.height = `${field.scrollHeight}px`
    }
    resize()
    window.addEventListener('resize', resize) // another width changes the line breaks
    return () => window.removeEventListener('resize', resize)
  }, [ref, text])
}
