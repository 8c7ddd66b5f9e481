import { useEffect } from 'react'
import type { SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { watchLocation } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { reportLocations } from '../../shared/location/location-reports.ts'

/**
 * Sends the user's location to the members of the radio chat: at once after it starts or is joined, then while it runs. A
 * user who shares it never sends nothing.
 */
export function useRadioLocation(messageThreadId: string, isJoined: boolean, mode: SharingMode | null) {
  const isSharing = isJoined && mode !== 'never'
  useEffect(() => {
    if (!isSharing) return
    return reportLocations({
      watch: (onLocated) => watchLocation(({ location }) => onLocated(location)),
      send: ({ latitude, longitude, accuracy }) =>
        call(radioRoutes.shareLocation, { body: { messageThreadId, latitude, longitude, accuracy } }),
    })
  }, [messageThreadId, isSharing])
}
