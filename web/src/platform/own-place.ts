import { useSyncExternalStore } from 'react'
import type { Location } from '@noroshi/contract/location'
import { currentLocation, type NoLocation, watchLocation } from './geolocation.ts'

/** Where this device is, as far as the page knows; shared by every map and every distance. */
let place: Location | null = null
const watchers = new Set<() => void>()
let stopWatching: (() => void) | null = null

const become = (next: Location) => {
  place = next
  for (const watcher of watchers) watcher()
}

/** Follows the device for as long as somebody looks: only where the person has allowed it before, so that nothing asks. */
async function follow() {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted' || watchers.size === 0 || stopWatching) return
  stopWatching = watchLocation(({ location }) => {
    if (location) become(location)
  })
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  void follow()
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    stopWatching?.()
    stopWatching = null
  }
}

export const useOwnPlace = (): Location | null => useSyncExternalStore(watch, () => place)

/** Asks the device now, and the person if need be. */
export async function locateMe(): Promise<{ location: Location } | { reason: NoLocation }> {
  const located = await currentLocation()
  if (!located.location) return { reason: located.reason }
  become(located.location)
  void follow()
  return { location: located.location }
}
