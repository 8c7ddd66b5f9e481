import type { MapRef, ViewStateChangeEvent } from '@vis.gl/react-maplibre'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { isPlace, type Place } from './distance.ts'
import type { MapViewProps } from './map-types.ts'
import { LOCATE_ZOOM, LOCATION_ZOOM, WORLD_ZOOM, toMapZoom } from './zoom.ts'

/** Where a map without any location opens: Japan in the middle of the world. */
const NOWHERE: Place = { latitude: 36, longitude: 138 }

/** Event data of moves that the reader asked for by a key of ours: they count like a drag of the map. */
export const BY_READER = { originalEvent: new Event('reader') }

type Bounds = [west: number, south: number, east: number, north: number]

/** The least box around places, over the antimeridian where that is shorter. */
export function boundsOf(places: readonly Place[]): Bounds | null {
  const seen = places.filter(isPlace)
  if (!seen.length) return null
  const [south, north] = [Math.min(...seen.map(({ latitude }) => latitude)), Math.max(...seen.map(({ latitude }) => latitude))]
  const span = (longitudes: number[]): [number, number] => [Math.min(...longitudes), Math.max(...longitudes)]
  const plain = span(seen.map(({ longitude }) => longitude))
  const turned = span(seen.map(({ longitude }) => (longitude < 0 ? longitude + 360 : longitude)))
  const [west, east] = plain[1] - plain[0] <= turned[1] - turned[0] ? plain : turned
  return [west, south, east, north]
}

const key = (places: readonly Place[] | undefined) =>
  places
    ?.filter(isPlace)
    .map(({ latitude, longitude }) => `${latitude},${longitude}`)
    .join(' ') ?? ''

/** Room around what is fitted: a pin and its rings, less on small maps. */
const fitting = (width: number, height: number) => ({
  padding: Math.max(24, Math.min(72, Math.min(width, height) / 4)),
  maxZoom: toMapZoom(LOCATE_ZOOM),
})

/** Opens the map where it should, and follows later changes of `fitTo` and `center` until the reader moves it. */
export function useCamera(mapRef: RefObject<MapRef | null>, { center, zoom = LOCATION_ZOOM, fitTo }: MapViewProps) {
  const isMoved = useRef(false)
  const fit = key(fitTo)
  const at = isPlace(center) ? center : null
  const [initial] = useState(() => {
    const bounds = boundsOf(fitTo ?? [])
    if (bounds) return { bounds, fitBoundsOptions: { padding: 48, maxZoom: toMapZoom(LOCATE_ZOOM) } }
    return { ...(at ?? NOWHERE), zoom: toMapZoom(at ? zoom : WORLD_ZOOM) }
  })

  const first = useRef(true)
  const [latitude, longitude] = [at?.latitude, at?.longitude]
  useEffect(() => {
    const map = mapRef.current
    const isFirst = first.current
    first.current = false
    if (isFirst || !map || isMoved.current) return
    const bounds = boundsOf(fitTo ?? [])
    const { clientWidth, clientHeight } = map.getContainer()
    if (bounds) map.fitBounds(bounds, fitting(clientWidth, clientHeight))
    else if (latitude !== undefined && longitude !== undefined)
      map.flyTo({ center: [longitude, latitude], zoom: toMapZoom(zoom) })
    // oxlint-disable-next-line react/exhaustive-deps -- `fit` stands for the places in `fitTo`, whose array may be new each time
  }, [mapRef, fit, latitude, longitude, zoom])

  return {
    initial,
    moved: ({ originalEvent }: ViewStateChangeEvent) => {
      if (originalEvent) isMoved.current = true
    },
  }
}
