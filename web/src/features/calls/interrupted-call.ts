// A reload leaves the call. This tab remembers it, so that the next page comes back to a group call at once.

const KEY = 'interruptedCall'

/** Remembers a call that the end of this page interrupts. */
export function rememberInterrupted(callId: string): void {
  try {
    sessionStorage.setItem(KEY, callId)
  } catch {
    // blocked site data: the page offers to join
  }
}

/** The call in which the page before this one was when it ended; null without one. */
export function interruptedCall(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Forgets the interrupted call: the user is in a call again, or has left it. */
export function forgetInterrupted(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // nothing is stored
  }
}
