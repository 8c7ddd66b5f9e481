import { useEffect } from 'react'
import { accountRoutes, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Location } from '@noroshi/contract/location'
import { watchLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { SHARE_EVERY_MS } from '../../platform/tuning.ts'

/** Tells the unit where this device is while its person wants that, and asks nobody for a permission before. */
export function useSharePosition(mode: SharingMode | null | undefined) {
  useEffect(() => {
    if (mode !== 'always') return
    let toldAt = 0
    const tell = (location: Location) => {
      if (Date.now() - toldAt < SHARE_EVERY_MS) return
      toldAt = Date.now()
      call(accountRoutes.shareLocation, { body: location }).catch(() => {
        toldAt = 0 // the next position is told at once
      })
    }
    return watchLocation(({ location }) => location && tell(location))
  }, [mode])
}
