import { useEffect, useSyncExternalStore } from 'react'

/**
 * Whether the browser has promised to keep the data of this site; null: unknown, or the browser makes no such promise.
 */
let isKept: boolean | null = null
const listeners = new Set<() => void>()

function setKept(next: boolean) {
  isKept = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns {@link isKept} and asks the browser for it. */
export function useKeptStored(): boolean | null {
  useEffect(() => {
    if (navigator.storage?.persisted) void navigator.storage.persisted().then(setKept, () => undefined)
  }, [])
  return useSyncExternalStore(subscribe, () => isKept)
}

/**
 * Asks the browser to keep the stored application and unsent content when space is short. Some browsers ask the user.
 */
export async function keepStored(): Promise<boolean> {
  const isGranted = await navigator.storage.persist().catch(() => false)
  setKept(isGranted)
  return isGranted
}
