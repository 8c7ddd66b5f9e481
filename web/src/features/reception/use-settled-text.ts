import { useEffect, useState } from 'react'
import { SEARCH_DEBOUNCE_MS } from '../../platform/tuning.ts'

/** Returns a typed text once the user pauses. While an input method composes, the text before stays. */
export function useSettledText(typed: string, isComposing: boolean): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    if (isComposing) return undefined
    const timer = setTimeout(() => setSettled(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, isComposing])
  return settled
}
