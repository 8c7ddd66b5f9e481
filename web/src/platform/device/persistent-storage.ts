import { useEffect } from 'react'
import { createObservable, useObservable } from '../observable.ts'

/**
 * Whether the browser has promised to keep the data of this site; null: unknown, or the browser makes no such promise.
 */
const isPersisted = createObservable<boolean | null>(null)

/** Returns {@link isPersisted} and queries the browser for it. */
export function useStoragePersisted(): boolean | null {
  useEffect(() => {
    if (navigator.storage?.persisted) void navigator.storage.persisted().then(isPersisted.set, () => undefined)
  }, [])
  return useObservable(isPersisted)
}

/**
 * Asks the browser to keep the stored application and unsent content when space is short. Some browsers ask the user.
 * @returns whether the browser has agreed
 */
export async function requestPersistentStorage(): Promise<boolean> {
  const isGranted = await navigator.storage.persist().catch(() => false)
  isPersisted.set(isGranted)
  return isGranted
}
