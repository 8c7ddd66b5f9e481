import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountRoutes, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Location } from '@noroshi/contract/location'
import { watchLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'

/** People of one's alert groups who share where they are. `users:updated` moves them. */
export const positionsQuery = queryOptions({
  queryKey: ['positions', 'groups'] as const,
  queryFn: () => call(accountRoutes.positions),
})

/** Milliseconds between two tellings of one's own position. */
const SHARE_MS = 30_000

/** Tells the unit where this person is, as far as their consent goes: always, or while an SOS of theirs is active. */
export function useSharedPosition(mode: SharingMode | null | undefined, hasOwnSos: boolean) {
  const isSharing = mode === 'always' || (hasOwnSos && (mode === 'emergency' || mode === null))
  useEffect(() => {
    if (!isSharing) return
    let newest: Location | null = null
    let toldAt = -Infinity
    const tell = () => {
      if (!newest || Date.now() - toldAt < SHARE_MS) return
      toldAt = Date.now()
      // A position that does not arrive is followed by the next one.
      call(accountRoutes.shareLocation, { body: newest }).catch(() => undefined)
      newest = null
    }
    const stop = watchLocation(({ location }) => {
      newest = location ?? newest
      tell()
    })
    const timer = setInterval(tell, SHARE_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [isSharing])
}
