import type { Location } from '@noroshi/contract/location'
import { LOCATE_MAX_AGE_MS, LOCATE_QUICK_MS, LOCATE_TIMEOUT_MS } from './tuning.ts'

/** Why there is no position: the page is plain http, the person said no, the device has none, or it took too long. */
export type NoLocation = 'insecure' | 'denied' | 'unavailable' | 'timeout'
export type Located = { location: Location; reason?: undefined } | { location: null; reason: NoLocation }

const toLocation = ({ coords }: GeolocationPosition): Location => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracy: coords.accuracy,
})

const toReason = (error: GeolocationPositionError): NoLocation => {
  if (error.code === error.PERMISSION_DENIED) return 'denied'
  return error.code === error.TIMEOUT ? 'timeout' : 'unavailable'
}

/** What is missing before the device is even asked. */
const obstacle = (): NoLocation | null => {
  if (!window.isSecureContext) return 'insecure'
  return 'geolocation' in navigator ? null : 'unavailable'
}

/** Where the device is; never rejects, since nothing may fail for want of a position. */
export function currentLocation(timeoutMs = LOCATE_TIMEOUT_MS): Promise<Located> {
  const reason = obstacle()
  if (reason) return Promise.resolve({ location: null, reason })
  return new Promise((resolve) => {
    // Some browsers never call back while their question stays unanswered: the time-out is ours too.
    const late = setTimeout(() => resolve({ location: null, reason: 'timeout' }), timeoutMs + 500)
    const settle = (located: Located) => {
      clearTimeout(late)
      resolve(located)
    }
    navigator.geolocation.getCurrentPosition(
      (position) => settle({ location: toLocation(position) }),
      (error) => settle({ location: null, reason: toReason(error) }),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: LOCATE_MAX_AGE_MS },
    )
  })
}

/** Follows the device until the returned function is called. */
export function watchLocation(onLocated: (located: Located) => void): () => void {
  const reason = obstacle()
  if (reason) {
    onLocated({ location: null, reason })
    return () => undefined
  }
  const watch = navigator.geolocation.watchPosition(
    (position) => onLocated({ location: toLocation(position) }),
    (error) => onLocated({ location: null, reason: toReason(error) }),
    { enableHighAccuracy: true, maximumAge: LOCATE_MAX_AGE_MS },
  )
  return () => navigator.geolocation.clearWatch(watch)
}

/** The position where the person has allowed it before; never asks, and is never waited for long. */
export async function allowedLocation(): Promise<Location | null> {
  if (obstacle() || !('permissions' in navigator)) return null
  const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => null)
  if (permission?.state !== 'granted') return null
  const { location } = await currentLocation(LOCATE_QUICK_MS)
  return location
}
