import GeoJsonToGpx from '@dwayneparton/geojson-to-gpx'
import { toKML } from '@placemarkio/tokml'
import type { Feature, FeatureCollection, Geometry } from 'geojson'
import { unwrapped } from '@noroshi/contract/area'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import type { Place } from '@noroshi/contract/places/places.http'
import type { Text } from '../../../platform/language/i18n.ts'
import { placeFacts } from '../../../shared/places/place-texts.ts'
import { fieldReportName } from '../field-report-texts.ts'
import { GPX_REPORT } from './found-features.ts'

/** The formats of map files, with the ends of their names. */
export const MAP_FORMATS = ['geojson', 'kml', 'gpx'] as const
export type MapFormat = (typeof MAP_FORMATS)[number]

/** The content of a map that a file has. */
export interface SavedContent {
  readonly places: readonly Place[]
  readonly reports: readonly FieldReport[]
  readonly shapes: readonly MapShape[]
}

const at = ({ latitude, longitude }: { latitude: number; longitude: number }): Geometry => ({
  type: 'Point',
  coordinates: [longitude, latitude],
})

function placeFeature(place: Place, text: Text): Feature {
  const { name, note, kind, ownKind, state, capacity, facilities } = place
  return {
    type: 'Feature',
    properties: {
      name,
      description: [placeFacts(place, text), note].filter(Boolean).join('\n'),
      ...(note !== '' && { note }),
      kind,
      ...(ownKind && { kindName: ownKind.name, icon: ownKind.icon }),
      ...(state && { state }),
      ...(capacity !== null && { capacity }),
      ...(facilities && { facilities: facilities.join(',') }),
    },
    geometry: at(place),
  }
}

const reportFeature = (report: FieldReport, text: Text): Feature => ({
  type: 'Feature',
  properties: {
    name: fieldReportName(report, text),
    report: report.subject,
    state: report.state,
    time: report.confirmedAt,
  },
  geometry: at(report),
})

function shapeFeature({ name, kind, color, geometry, points }: MapShape): Feature {
  const edge = unwrapped(points).map(({ latitude, longitude }) => [longitude, latitude])
  return {
    type: 'Feature',
    properties: { name, kind, color },
    geometry:
      geometry === 'line'
        ? { type: 'LineString', coordinates: edge }
        : { type: 'Polygon', coordinates: [[...edge, ...edge.slice(0, 1)]] },
  }
}

/** GPX has no areas: their border is a line. A report is known by its type. */
function forGpx({ geometry, properties, ...feature }: Feature): Feature {
  const isReport = properties !== null && 'report' in properties
  return {
    ...feature,
    geometry: geometry.type === 'Polygon' ? { type: 'LineString', coordinates: geometry.coordinates[0] ?? [] } : geometry,
    properties: isReport ? { ...properties, type: GPX_REPORT } : properties,
  }
}

const TYPES = {
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  gpx: 'application/gpx+xml',
} as const

/** Returns places, reports, lines and areas as a file. */
export function mapFileOf(format: MapFormat, { places, reports, shapes }: SavedContent, text: Text): Blob {
  const features = [
    ...places.map((place) => placeFeature(place, text)),
    ...reports.map((report) => reportFeature(report, text)),
    ...shapes.map(shapeFeature),
  ]
  return new Blob([contentOf(format, { type: 'FeatureCollection', features })], { type: TYPES[format] })
}

function contentOf(format: MapFormat, collection: FeatureCollection): string {
  if (format === 'geojson') return JSON.stringify(collection, null, 2)
  if (format === 'kml') return toKML(collection)
  const gpx = GeoJsonToGpx({ ...collection, features: collection.features.map(forGpx) })
  return new XMLSerializer().serializeToString(gpx)
}
