import type { Feature, FeatureCollection } from 'geojson'
import type { MapLayers, MapMarker } from './map-types.ts'
import { calmHue } from './pin-face.tsx'
import { isPlace } from './distance.ts'
import type { ColorScheme } from './style/palette.ts'

/** The three crowds that cluster, each only with its own: an alert never vanishes among people. In the order of drawing. */
export const CROWDS = ['resolved', 'people', 'alerts'] as const
export type Crowd = (typeof CROWDS)[number]

const CROWD_OF = { alert: 'alerts', resolvedAlert: 'resolved', person: 'people', place: 'people' } as const

const LAYER_OF = { alert: 'alerts', resolvedAlert: 'alerts', person: 'people', place: 'people', me: 'me' } as const

/** The markers that can be drawn at all and are wanted. */
export const wanted = (markers: readonly MapMarker[], layers: MapLayers | undefined): MapMarker[] =>
  markers.filter((marker) => isPlace(marker) && (layers?.[LAYER_OF[marker.kind]] ?? true))

const gamma = (linear: number) => {
  const light = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
}

/** OKLCH as MapLibre can read it. */
export function rgb(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `rgb(${channels.map(gamma).join()})`
}

/** A person's tint and the colour of the initial on it, as in pin.module.css. */
export const tint = (scheme: ColorScheme, hue: number) =>
  scheme === 'light'
    ? { fill: rgb(0.86, 0.05, hue), ink: rgb(0.34, 0.08, hue) }
    : { fill: rgb(0.42, 0.055, hue), ink: rgb(0.95, 0.03, hue) }

/** The markers as data of three sources. */
export function crowds(markers: readonly MapMarker[], scheme: ColorScheme): Record<Crowd, FeatureCollection> {
  const features: Record<Crowd, Feature[]> = { resolved: [], people: [], alerts: [] }
  for (const marker of markers) {
    if (marker.kind === 'me') continue
    const look = marker.kind === 'person' ? { ...tint(scheme, calmHue(marker.hue)), initial: marker.initial } : {}
    features[CROWD_OF[marker.kind]].push({
      type: 'Feature',
      properties: { id: marker.id, ...look },
      geometry: { type: 'Point', coordinates: [marker.longitude, marker.latitude] },
    })
  }
  const collection = (crowd: Crowd): FeatureCollection => ({ type: 'FeatureCollection', features: features[crowd] })
  return { resolved: collection('resolved'), people: collection('people'), alerts: collection('alerts') }
}
