// A link that a visitor opened, such as the QR code at the entrance of a shelter. The sign-in loads another page, which does not
// have its fragment. Only this tab remembers it.

const KEY = 'afterSignIn'

/** Remembers the address that opens after the next sign-in in this tab; null forgets it. */
export function rememberForSignIn(address: string | null): void {
  try {
    if (address === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, address)
  } catch {
    // blocked site data: the user opens the link once more
  }
}

/** Returns the remembered address and forgets it; null without one. */
export function takeAfterSignIn(): string | null {
  try {
    const address = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return address
  } catch {
    return null
  }
}
