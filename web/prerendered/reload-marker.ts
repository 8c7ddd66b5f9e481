const KEY = 'startReloaded'

/**
 * Returns whether the page may reload because its start has failed, and stores that it does. A page may do so once; without
 * a storage that remembers it, never.
 */
export function canReloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false
    sessionStorage.setItem(KEY, '1')
    return sessionStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

/** The application has started: a later page may reload again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // The user has blocked site data.
  }
}
