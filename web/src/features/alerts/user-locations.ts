import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountRoutes, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Location } from '@noroshi/contract/location'
import { setSharesAlways, watchLocation } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The query key of the locations of people. */
const positionsKey = storedKey('positions')

/** Locations of the members of the user's alert groups who share them. `users:updated` events update them. */
export const locationsQuery = queryOptions({
  queryKey: [...positionsKey, 'groups'] as const,
  queryFn: () => call(accountRoutes.positions),
})

/** Locations of all active alerts and people that the reader may see. `users:updated` events update the people. */
export const entitiesQuery = queryOptions({
  queryKey: [...positionsKey, 'entities'] as const,
  queryFn: () => call(alertRoutes.locations),
})

/** Milliseconds between two reports of the user's own location. */
const SHARE_MS = 30_000

/** Reports the user's location to the server, by their consent: always, or while an SOS of theirs is active. */
export function useSharedLocation(mode: SharingMode | null | undefined, hasOwnSos: boolean) {
  const sharesAlways = mode === 'always'
  useEffect(() => {
    setSharesAlways(sharesAlways)
    return () => setSharesAlways(false)
  }, [sharesAlways])
  const isSharing = sharesAlways || (hasOwnSos && (mode === 'emergency' || mode === null))
  useEffect(() => {
    if (!isSharing) return
    let newest: Location | null = null
    let reportedAt = -Infinity
    const report = () => {
      if (!newest || performance.now() - reportedAt < SHARE_MS) return
      reportedAt = performance.now()
      // A failed report is not repeated: the next one follows soon.
      call(accountRoutes.shareLocation, { body: newest }).catch(() => undefined)
      newest = null
    }
    const stop = watchLocation(({ location }) => {
      if (location) newest = { latitude: location.latitude, longitude: location.longitude, accuracy: location.accuracy }
      report()
    })
    const timer = setInterval(report, SHARE_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isSharing])
}
