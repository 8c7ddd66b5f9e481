import type { Feature, FeatureCollection } from 'geojson'
import type { MapLayers, MapMarker } from '../map-types.ts'
import { softHue, tint } from '../pins/hue.ts'
import { isLatLng } from '../distance.ts'
import type { ColorScheme } from '../style/map-palette.ts'

/**
 * The collections of markers that cluster separately, so that an alert is never part of a cluster of users. In drawing
 * order.
 */
export const MARKER_COLLECTIONS = ['places', 'resolved', 'people', 'alerts'] as const
export type MarkerCollection = (typeof MARKER_COLLECTIONS)[number]

const COLLECTION_OF = {
  alert: 'alerts',
  resolvedAlert: 'resolved',
  person: 'people',
  location: 'people',
  place: 'places',
} as const

const LAYER_OF = {
  alert: 'alerts',
  resolvedAlert: 'alerts',
  person: 'people',
  location: 'people',
  place: 'places',
  me: 'me',
} as const

/**
 * Whether a marker is always a pin of its own and never part of a cluster: the user's location, the subject of the map,
 * and a user on air, whose ring would be hidden in one.
 */
export const isAlwaysPin = (marker: MapMarker): boolean =>
  marker.kind === 'me' ||
  isSubject(marker) ||
  (marker.kind === 'person' && (marker.speaking === true || marker.isResponding === true))

/** Whether the map is about the marker. */
export const isSubject = (marker: MapMarker): boolean => 'isSubject' in marker && marker.isSubject === true

/** Returns the markers with a valid location in a visible layer. */
export const visibleMarkers = (markers: readonly MapMarker[], layers: MapLayers | undefined): MapMarker[] =>
  markers.filter((marker) => isLatLng(marker) && (layers?.[LAYER_OF[marker.kind]] ?? true))

function styleOf(marker: MapMarker, scheme: ColorScheme) {
  if (marker.kind === 'person') return { ...tint(scheme, softHue(marker.hue)), initial: marker.initial }
  if (marker.kind === 'place') return marker.caption === undefined ? {} : { caption: marker.caption }
  return marker.kind === 'alert' && marker.isOther ? { isOther: true } : {}
}

/** Returns the markers as GeoJSON of the four sources, without those that are always pins. */
export function markerCollections(
  markers: readonly MapMarker[],
  scheme: ColorScheme,
): Record<MarkerCollection, FeatureCollection> {
  const features: Record<MarkerCollection, Feature[]> = { places: [], resolved: [], people: [], alerts: [] }
  for (const marker of markers) {
    if (marker.kind === 'me' || isAlwaysPin(marker)) continue
    const style = styleOf(marker, scheme)
    features[COLLECTION_OF[marker.kind]].push({
      type: 'Feature',
      properties: { id: marker.id, ...style },
      geometry: { type: 'Point', coordinates: [marker.longitude, marker.latitude] },
    })
  }
  const toFeatureCollection = (collection: MarkerCollection): FeatureCollection => ({
    type: 'FeatureCollection',
    features: features[collection],
  })
  return {
    places: toFeatureCollection('places'),
    resolved: toFeatureCollection('resolved'),
    people: toFeatureCollection('people'),
    alerts: toFeatureCollection('alerts'),
  }
}
