import type { Feature, FeatureCollection, Position } from 'geojson'
import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { type Bounds, covers } from '../bounds.ts'
import type { LatLng } from '../distance.ts'
import { FONT, type Palette } from './map-palette.ts'

const KM_PER_DEGREE = 111.32
/** MapLibre's zoom from which the grid and the rings are shown: the embedded map has few details there. */
const MIN_ZOOM = 10
const MINUTES = [30, 15, 10, 5, 2, 1]
/** Least radius of the first ring in pixels: greater than the pin in its centre. */
const MIN_RING_PX = 64
const KILOMETRES = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]

export interface View {
  west: number
  south: number
  east: number
  north: number
  zoom: number
  /** Height on the screen, in pixels. */
  height: number
}

const line = (kind: string, coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'LineString', coordinates },
})

const label = (kind: string, text: string, at: Position, anchor = 'center'): Feature => ({
  type: 'Feature',
  properties: { kind: `${kind}-label`, label: text, anchor },
  geometry: { type: 'Point', coordinates: at },
})

function formatMinutes(degrees: number, sides: 'EW' | 'NS'): string {
  const minutes = Math.round(Math.abs(degrees) * 60)
  return `${Math.floor(minutes / 60)}°${String(minutes % 60).padStart(2, '0')}′${sides.charAt(degrees < 0 ? 1 : 0)}`
}

/** Returns a circle with a radius in kilometres around a location, starting in the north. */
export function circle({ latitude, longitude }: LatLng, km: number): Position[] {
  const north = km / KM_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return Array.from({ length: 73 }, (_, i) => {
    const angle = (i * Math.PI) / 36
    return [longitude + east * Math.sin(angle), latitude + north * Math.cos(angle)]
  })
}

function grid(view: View): Feature[] {
  const [width, height] = [view.east - view.west, view.north - view.south]
  const step = (MINUTES.find((minutes) => width / (minutes / 60) > 3) ?? 1) / 60
  const features: Feature[] = []
  for (let lon = Math.ceil(view.west / step) * step; lon < view.east; lon += step)
    features.push(
      line('grid', [
        [lon, view.south],
        [lon, view.north],
      ]),
      label('grid', formatMinutes(lon, 'EW'), [lon, view.north - height * 0.04]),
    )
  // The lowest lines are omitted: the scale and the sources are there.
  for (let lat = Math.ceil((view.south + height * 0.1) / step) * step; lat < view.north; lat += step)
    features.push(
      line('grid', [
        [view.west, lat],
        [view.east, lat],
      ]),
      label('grid', formatMinutes(lat, 'NS'), [view.west + width * 0.02, lat], 'left'),
    )
  return features
}

function rings(view: View, me: LatLng): Feature[] {
  const kmPerPixel = ((view.north - view.south) * KM_PER_DEGREE) / Math.max(1, view.height)
  const first = KILOMETRES.findIndex((km) => km >= kmPerPixel * MIN_RING_PX)
  if (first < 0) return []
  return KILOMETRES.slice(first, first + 3).flatMap((km) => {
    const points = circle(me, km)
    const [north] = points
    return [line('ring', points), ...(north ? [label('ring', km < 1 ? `${km * 1000} m` : `${km} km`, north)] : [])]
  })
}

/**
 * Returns whether a view needs a grid and the nearest names: it is near, and a part of it is outside of the streets.
 * @param streetArea the area of the streets; null without streets
 */
export const lacksStreets = ({ zoom, west, south, east, north }: View, streetArea: Bounds | null): boolean =>
  zoom >= MIN_ZOOM && !(streetArea && covers(streetArea, [west, south, east, north]))

/**
 * Returns the features that help to read a near view: a grid of degrees where streets are missing, and distance rings
 * around the user's location if it is known.
 * @param streetArea the area of the streets; null without streets
 */
export function gridAndRingFeatures(view: View, streetArea: Bounds | null, me: LatLng | undefined): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: [...(lacksStreets(view, streetArea) ? grid(view) : []), ...(view.zoom >= MIN_ZOOM && me ? rings(view, me) : [])],
  }
}

export function gridAndRingLayers(c: Palette): LayerSpecification[] {
  const is = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind]
  const text = (kind: string, color: string, size: number): LayerSpecification => ({
    id: `${kind}-label`,
    type: 'symbol',
    source: 'grid-and-rings',
    filter: is(`${kind}-label`),
    layout: {
      'text-field': ['get', 'label'],
      'text-font': FONT,
      'text-size': size,
      'text-padding': 2,
      'text-anchor': ['get', 'anchor'],
    },
    paint: { 'text-color': color, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
  })
  return [
    {
      id: 'grid-lines',
      type: 'line',
      source: 'grid-and-rings',
      filter: is('grid'),
      paint: { 'line-color': c.grid, 'line-width': 0.6, 'line-opacity': 0.7 },
    },
    {
      id: 'ring-lines',
      type: 'line',
      source: 'grid-and-rings',
      filter: is('ring'),
      paint: { 'line-color': c.ring, 'line-width': 1.2, 'line-opacity': 0.55, 'line-dasharray': [4, 3] },
    },
    text('grid', c.text, 10.5),
    text('ring', c.ring, 11.5),
  ]
}
