import type { Feature, FeatureCollection } from 'geojson'
import type { MapLayers, MapMarker } from './map-types.ts'
import { calmHue, tint } from './hue.ts'
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
