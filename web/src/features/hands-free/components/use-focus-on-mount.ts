import { useEffect, useRef } from 'react'

/** Moves the focus into a part of the dialog that replaces another one, which had the focus. */
export function useFocusOnMount<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
