import { useEffect } from 'react'
import type { SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import type { Location } from '@noroshi/contract/location'
import { watchLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'

/** Milliseconds between two reports of the own location. */
const SHARE_MS = 30_000

/**
 * Sends the own location to the members of the radio chat: at once after it starts or is joined, then while it runs. A user who
 * shares it never sends nothing.
 */
export function useRadioLocation(messageThreadId: string, isJoined: boolean, mode: SharingMode | null) {
  const isSharing = isJoined && mode !== 'never'
  useEffect(() => {
    if (!isSharing) return
    let newest: Location | null = null
    let reportedAt = -Infinity
    const report = () => {
      if (!newest || performance.now() - reportedAt < SHARE_MS) return
      reportedAt = performance.now()
      // A failed report is not repeated: the next one follows soon.
      call(radioRoutes.shareLocation, { body: { messageThreadId, ...newest } }).catch(() => undefined)
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
  }, [messageThreadId, isSharing])
}
