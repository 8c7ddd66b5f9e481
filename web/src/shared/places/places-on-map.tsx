import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Place } from '@noroshi/contract/places/places.http'
import { addLive } from '../../platform/connection/live.ts'
import { useText } from '../../platform/language/i18n.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'
import { placeMarker } from './place-markers.tsx'
import { placesLive } from './places.live.ts'
import { placesQuery } from './places.queries.ts'

// Registers the events before the first query of places, so that none is missed.
addLive(placesLive)

/** The places with their markers. */
export interface MapPlaces {
  readonly places: readonly Place[]
  readonly markers: readonly MapMarker[]
}

/** Reads the places and reports them. It shows nothing itself: its code loads after the map of home. */
export function PlacesOnMap({ onPlaces }: { onPlaces: (places: MapPlaces) => void }) {
  const text = useText()
  const { data } = useQuery(placesQuery)
  const known = useMemo(
    () => data && { places: data.items, markers: data.items.map((place) => placeMarker(place, text)) },
    [data, text],
  )
  useEffect(() => {
    if (known) onPlaces(known)
  }, [known, onPlaces])
  return null
}
