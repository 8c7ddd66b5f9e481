import type { MapRef, ViewStateChangeEvent } from '@vis.gl/react-maplibre'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { boundsOf } from './bounds.ts'
import { isLatLng, type LatLng } from './distance.ts'
import type { MapViewProps } from './map-types.ts'
import { LOCATE_ZOOM, LOCATION_ZOOM, WORLD_ZOOM, toMapZoom } from './zoom.ts'

/** Centre of a map without any location: Japan in the middle of the world. */
const DEFAULT_CENTER: LatLng = { latitude: 36, longitude: 138 }

/** Event data of moves by the map's buttons. They count as moves by the user, as dragging does. */
export const BY_USER = { originalEvent: new Event('reader') }

const keyOf = (locations: readonly LatLng[] | undefined) =>
  locations
    ?.filter(isLatLng)
    .map(({ latitude, longitude }) => `${latitude},${longitude}`)
    .join(' ') ?? ''

/** Min height in pixels of a map that shows its zoom buttons (`map-canvas.module.css`). */
const ZOOM_BUTTONS_FROM = 280
/** Pixels of the buttons at the right edge, of a card and the scale at the lower edge, and of half the face of an SOS. */
const BUTTONS = 68
const CARD = 112
const HALF_FACE = 26
/** Pixels of the row of buttons at the lower edge of a small map. */
const SMALL_ROW = 56

/**
 * Returns the padding in pixels around fitted locations: a pin and its rings, less on small maps. The buttons at the right
 * edge and a card or buttons at the lower edge cover no pin.
 */
export function fitPadding(width: number, height: number) {
  const padding = Math.max(24, Math.min(72, Math.min(width, height) / 4))
  const edges = { top: padding, right: padding, bottom: padding, left: padding }
  if (height >= ZOOM_BUTTONS_FROM) return { ...edges, right: BUTTONS + HALF_FACE, bottom: CARD + HALF_FACE }
  // A pin is above the row of buttons, as far as the height allows.
  const top = Math.min(padding, HALF_FACE + 4)
  return { ...edges, top, bottom: Math.max(top, Math.min(SMALL_ROW + HALF_FACE, height - 2 * top)) }
}

type Padding = ReturnType<typeof fitPadding>

/** Returns the pixels from the centre of the map to the centre of its free area. */
const centreOfFree = ({ top, right, bottom, left }: Padding): [number, number] => [(left - right) / 2, (top - bottom) / 2]

/** Sets the initial view and follows changes of `fitTo` and `center` until the user moves the map. */
export function useCamera(mapRef: RefObject<MapRef | null>, { center, zoom = LOCATION_ZOOM, fitTo, onPick }: MapViewProps) {
  const isMoved = useRef(false)
  const fit = keyOf(fitTo)
  const initialCenter = isLatLng(center) ? center : null
  // `onCreate` fits the locations, because the padding depends on the size of the map.
  const [initial] = useState(() => {
    const bounds = boundsOf(fitTo ?? [])
    if (bounds) return { bounds, fitBoundsOptions: { maxZoom: toMapZoom(LOCATE_ZOOM) } }
    return { ...(initialCenter ?? DEFAULT_CENTER), zoom: toMapZoom(initialCenter ? zoom : WORLD_ZOOM) }
  })

  const [latitude, longitude] = [initialCenter?.latitude, initialCenter?.longitude]
  const follow = (animate: boolean) => {
    const map = mapRef.current
    if (!map || isMoved.current) return
    const bounds = boundsOf(fitTo ?? [])
    const { clientWidth, clientHeight } = map.getContainer()
    const padding = fitPadding(clientWidth, clientHeight)
    // The marked centre of a choice of a location is that of the map.
    const offset = onPick ? undefined : centreOfFree(padding)
    if (bounds) map.fitBounds(bounds, { padding, maxZoom: toMapZoom(LOCATE_ZOOM), animate })
    else if (latitude !== undefined && longitude !== undefined)
      map.flyTo({ center: [longitude, latitude], zoom: toMapZoom(zoom), ...(offset && { offset }), animate })
  }
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) follow(true)
    first.current = false
    // oxlint-disable-next-line react/exhaustive-deps -- `fit` stands for the locations in `fitTo`, whose array may be new
  }, [mapRef, fit, latitude, longitude, zoom])

  return {
    initial,
    /** Shows the locations of the last render, which may have changed before the map was created. */
    onCreate: () => follow(false),
    onMoveStart: ({ originalEvent }: ViewStateChangeEvent) => {
      if (originalEvent) isMoved.current = true
    },
  }
}
