import { useEffect } from 'react'

// A reload leaves the call. This tab remembers it, so that the page comes back to a group call at once.

const KEY = 'interruptedCall'

/** Remembers a call that the end of this page interrupts. */
function remember(callId: string) {
  try {
    sessionStorage.setItem(KEY, callId)
  } catch {
    // blocked site data: the page offers to join
  }
}

/** Returns whether the page before this one was in the call when it ended. */
export function wasInterrupted(callId: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === callId
  } catch {
    return false
  }
}

/** Forgets the interrupted call: the user has come back to it. */
export function forgetInterrupted() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // nothing is stored
  }
}

/** Remembers the call when the page ends while the component is mounted. */
export function useInterruption(callId: string) {
  useEffect(() => {
    const onEnd = () => remember(callId)
    window.addEventListener('pagehide', onEnd)
    return () => window.removeEventListener('pagehide', onEnd)
  }, [callId])
}
