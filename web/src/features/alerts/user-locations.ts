import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountRoutes, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Location } from '@noroshi/contract/location'
import { watchLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { positionsOf, positionTypes, receivePositions } from '../../platform/store/known-positions.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import { useStore } from '../../platform/store/use-store.ts'

const positionStore = (cache: QueryClient) => registerEntities(cache, positionTypes)

/** Fetches the locations of the members of the user's alert groups who share them into the store. */
const locationsQuery = queryOptions({
  queryKey: ['positions', 'groups'] as const,
  queryFn: async ({ client }) => {
    const store = positionStore(client)
    const read = store.beginRead()
    const { items } = await call(accountRoutes.positions)
    receivePositions(store, read, items)
    return items.length
  },
  meta: { keepsEvents: true },
})

/** Fetches the locations of all active alerts, and those of people into the store. */
const entitiesQuery = queryOptions({
  queryKey: ['positions', 'entities'] as const,
  queryFn: async ({ client }) => {
    const store = positionStore(client)
    const read = store.beginRead()
    const { items } = await call(alertRoutes.locations)
    receivePositions(
      store,
      read,
      items.filter((item) => item.kind === 'user'),
    )
    return items.filter((item) => item.kind === 'alert')
  },
  meta: { keepsEvents: true },
})

const POSITION_KEYS = positionTypes.map(({ name }) => name).join(' ')

/** Known locations are shown only after a reply or a failure, because their people may share none any more. */
const useKnownPositions = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) => {
  const positions = useStore(positionTypes, POSITION_KEYS, positionsOf)
  return isPending && failureCount === 0 ? undefined : positions
}

/** The people who share their location with the user; undefined until they are known. Visitors see none. */
export const useLocations = (isSignedIn: boolean) => {
  const people = useKnownPositions(useQuery({ ...locationsQuery, enabled: isSignedIn }))
  return isSignedIn ? people : undefined
}

/** The active alerts with a location, and the people who share theirs. Visitors see neither. */
export function useMapEntities(isSignedIn: boolean) {
  const query = useQuery({ ...entitiesQuery, enabled: isSignedIn })
  const people = useKnownPositions(query)
  return isSignedIn ? { alerts: query.data, people } : { alerts: undefined, people: undefined }
}

/** Milliseconds between two reports of the user's own location. */
const SHARE_MS = 30_000

/** Reports the user's location to the server, by their consent: always, or while an SOS of theirs is active. */
export function useSharedLocation(mode: SharingMode | null | undefined, hasOwnSos: boolean) {
  const isSharing = mode === 'always' || (hasOwnSos && (mode === 'emergency' || mode === null))
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
