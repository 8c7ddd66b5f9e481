import { useSyncExternalStore } from 'react'
import type { Location } from '@noroshi/contract/location'
import { currentLocation, type LocationError, watchLocation } from './geolocation.ts'
import { createObservable } from '../observable.ts'

/** The last known location of this device. All maps and distances share it. */
const current = createObservable<Location | null>(null)
/** Number of mounted components that use the location. */
let uses = 0
let stopWatching: (() => void) | null = null

const setLocation = ({ latitude, longitude, accuracy }: Location) => current.set({ latitude, longitude, accuracy })

/**
 * Follows the device while a component uses the location. It starts only if the user granted the permission before, so
 * that it never prompts.
 */
async function follow() {
  const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted' || uses === 0 || stopWatching) return
  stopWatching = watchLocation(({ location }) => {
    if (location) setLocation(location)
  })
}

const subscribe = (listener: () => void) => {
  const unsubscribe = current.subscribe(listener)
  uses += 1
  void follow()
  return () => {
    unsubscribe()
    uses -= 1
    if (uses > 0) return
    stopWatching?.()
    stopWatching = null
  }
}

export const useOwnLocation = (): Location | null => useSyncExternalStore(subscribe, current.get, current.get)

/** Asks the device now, and prompts the user if necessary. */
export async function locateMe(): Promise<{ location: Location } | { reason: LocationError }> {
  const located = await currentLocation()
  if (!located.location) return { reason: located.reason }
  setLocation(located.location)
  void follow()
  return { location: located.location }
}
