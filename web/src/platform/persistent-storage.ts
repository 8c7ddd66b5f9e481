import { useEffect, useSyncExternalStore } from 'react'

/**
 * Whether the browser has promised to keep the data of this site; null: unknown, or the browser makes no such promise.
 */
let isPersisted: boolean | null = null
const listeners = new Set<() => void>()

function setPersisted(next: boolean) {
  isPersisted = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns {@link isPersisted} and queries the browser for it. */
export function useStoragePersisted(): boolean | null {
  useEffect(() => {
    if (navigator.storage?.persisted) void navigator.storage.persisted().then(setPersisted, () => undefined)
  }, [])
  return useSyncExternalStore(subscribe, () => isPersisted)
}

/**
 * Asks the browser to keep the stored application and unsent content when space is short. Some browsers ask the user.
 * @returns whether the browser has agreed
 */
export async function requestPersistentStorage(): Promise<boolean> {
  const isGranted = await navigator.storage.persist().catch(() => false)
  setPersisted(isGranted)
  return isGranted
}
