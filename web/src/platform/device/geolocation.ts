import type { Location } from '@noroshi/contract/location'
import { type Fix, isAsNew } from './fix.ts'
import { LOCATE_MAX_AGE_MS, LOCATE_QUICK_MS, LOCATE_TIMEOUT_MS } from '../tuning.ts'

/**
 * The reason for which no location is available. `insecure`: the page uses plain http. `denied`: the user refused.
 * `unavailable`: the device has no location.
 */
export type LocationError = 'insecure' | 'denied' | 'unavailable' | 'timeout'
export type LocationFix = { location: Fix; reason?: undefined } | { location: null; reason: LocationError }

let last: Fix | null = null

/** Returns the newest location that the device reported to this page, or null. It does not ask the device. */
export const lastFix = (): Fix | null => last

let sharesAlways = false

/**
 * Sets whether the user shares the location at any time, not only during an SOS or a radio chat. Without this consent
 * {@link allowedFix} and {@link allowedLocation} return null.
 */
export function setSharesAlways(next: boolean): void {
  sharesAlways = next
}

/** Returns {@link lastFix} if the user always shares the location. */
export const allowedFix = (): Fix | null => (sharesAlways ? last : null)

function toFix({ coords: { latitude, longitude, accuracy }, timestamp: at }: GeolocationPosition): Fix {
  const fix = { latitude, longitude, accuracy, at }
  if (!last || isAsNew(last, fix, Date.now())) last = fix
  return fix
}

const toReason = (error: GeolocationPositionError): LocationError => {
  if (error.code === error.PERMISSION_DENIED) return 'denied'
  return error.code === error.TIMEOUT ? 'timeout' : 'unavailable'
}

/** Returns why the device cannot be asked, or null if it can. */
const obstacle = (): LocationError | null => {
  if (!window.isSecureContext) return 'insecure'
  return 'geolocation' in navigator ? null : 'unavailable'
}

/** Whether a location of this device can be asked for at all. */
export const isLocatable = (): boolean => obstacle() === null

/** Returns the location of the device. It never rejects, because no action may fail for lack of a location. */
export function currentLocation(timeoutMs = LOCATE_TIMEOUT_MS): Promise<LocationFix> {
  const reason = obstacle()
  if (reason) return Promise.resolve({ location: null, reason })
  return new Promise((resolve) => {
    // Some browsers never call back while their permission prompt is open, so this function has its own timeout.
    const late = setTimeout(() => resolve({ location: null, reason: 'timeout' }), timeoutMs + 500)
    const settle = (located: LocationFix) => {
      clearTimeout(late)
      resolve(located)
    }
    try {
      navigator.geolocation.getCurrentPosition(
        (position) => settle({ location: toFix(position) }),
        (error) => settle({ location: null, reason: toReason(error) }),
        { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: LOCATE_MAX_AGE_MS },
      )
    } catch {
      settle({ location: null, reason: 'unavailable' })
    }
  })
}

/** Reports each location of the device until the returned function is called. */
export function watchLocation(onLocated: (located: LocationFix) => void): () => void {
  const reason = obstacle()
  if (reason) {
    onLocated({ location: null, reason })
    return () => undefined
  }
  try {
    const watch = navigator.geolocation.watchPosition(
      (position) => onLocated({ location: toFix(position) }),
      (error) => onLocated({ location: null, reason: toReason(error) }),
      { enableHighAccuracy: true, maximumAge: LOCATE_MAX_AGE_MS },
    )
    return () => navigator.geolocation.clearWatch(watch)
  } catch {
    onLocated({ location: null, reason: 'unavailable' })
    return () => undefined
  }
}

/**
 * Returns the location if the user always shares it and granted the permission before. It never prompts and waits only
 * briefly. Requests outside of an SOS and a radio chat use it (decisions/0158).
 */
export async function allowedLocation(): Promise<Location | null> {
  if (!sharesAlways || obstacle() || !('permissions' in navigator)) return null
  const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted') return null
  const { location } = await currentLocation(LOCATE_QUICK_MS)
  return location && { latitude: location.latitude, longitude: location.longitude, accuracy: location.accuracy }
}
