import type { MapRef, ViewStateChangeEvent } from '@vis.gl/react-maplibre'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { isLatLng, type LatLng } from './distance.ts'
import type { MapViewProps } from './map-types.ts'
import { LOCATE_ZOOM, LOCATION_ZOOM, WORLD_ZOOM, toMapZoom } from './zoom.ts'

/** Centre of a map without any location: Japan in the middle of the world. */
const DEFAULT_CENTER: LatLng = { latitude: 36, longitude: 138 }

/** Event data of moves by the map's buttons. They count as moves by the user, as dragging does. */
export const BY_USER = { originalEvent: new Event('reader') }

type Bounds = [west: number, south: number, east: number, north: number]

/** Returns the smallest box around locations, across the antimeridian if that is smaller. */
export function boundsOf(locations: readonly LatLng[]): Bounds | null {
  const valid = locations.filter(isLatLng)
  if (!valid.length) return null
  const [south, north] = [Math.min(...valid.map(({ latitude }) => latitude)), Math.max(...valid.map(({ latitude }) => latitude))]
  const span = (longitudes: number[]): [number, number] => [Math.min(...longitudes), Math.max(...longitudes)]
  const plain = span(valid.map(({ longitude }) => longitude))
  const shifted = span(valid.map(({ longitude }) => (longitude < 0 ? longitude + 360 : longitude)))
  const [west, east] = plain[1] - plain[0] <= shifted[1] - shifted[0] ? plain : shifted
  return [west, south, east, north]
}

const keyOf = (locations: readonly LatLng[] | undefined) =>
  locations
    ?.filter(isLatLng)
    .map(({ latitude, longitude }) => `${latitude},${longitude}`)
    .join(' ') ?? ''

/** Padding in pixels around fitted locations before the map has a size. */
const FIRST_PADDING = 48

/** Padding in pixels around fitted locations: a pin and its rings, less on small maps. */
const fitOptions = (width: number, height: number) => ({
  padding: Math.max(24, Math.min(72, Math.min(width, height) / 4)),
  maxZoom: toMapZoom(LOCATE_ZOOM),
})

/** Sets the initial view and follows changes of `fitTo` and `center` until the user moves the map. */
export function useCamera(mapRef: RefObject<MapRef | null>, { center, zoom = LOCATION_ZOOM, fitTo }: MapViewProps) {
  const isMoved = useRef(false)
  const fit = keyOf(fitTo)
  const initialCenter = isLatLng(center) ? center : null
  const [initial] = useState(() => {
    const bounds = boundsOf(fitTo ?? [])
    if (bounds) return { bounds, fitBoundsOptions: { padding: FIRST_PADDING, maxZoom: toMapZoom(LOCATE_ZOOM) } }
    return { ...(initialCenter ?? DEFAULT_CENTER), zoom: toMapZoom(initialCenter ? zoom : WORLD_ZOOM) }
  })

  const first = useRef(true)
  /** The locations changed before the map was created. */
  const isLate = useRef(false)
  const [latitude, longitude] = [initialCenter?.latitude, initialCenter?.longitude]
  const follow = () => {
    const map = mapRef.current
    isLate.current = !map
    if (!map || isMoved.current) return
    const bounds = boundsOf(fitTo ?? [])
    const { clientWidth, clientHeight } = map.getContainer()
    if (bounds) map.fitBounds(bounds, fitOptions(clientWidth, clientHeight))
    else if (latitude !== undefined && longitude !== undefined)
      map.flyTo({ center: [longitude, latitude], zoom: toMapZoom(zoom) })
  }
  useEffect(() => {
    if (!first.current) follow()
    first.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- `fit` stands for the locations in `fitTo`, whose array may be new
  }, [mapRef, fit, latitude, longitude, zoom])

  return {
    initial,
    onLoad: () => {
      if (isLate.current) follow()
    },
    onMoveStart: ({ originalEvent }: ViewStateChangeEvent) => {
      if (originalEvent) isMoved.current = true
    },
  }
}
