import { gpx, kml } from '@tmcw/togeojson'
import type { FeatureCollection } from 'geojson'
import { z } from 'zod'
import { foundFeatures, type FoundFeatures } from './found-features.ts'

/** Max bytes of a file that is read. */
export const MAP_FILE_BYTES_MAX = 5 * 1024 * 1024

/** The file is neither GeoJSON, KML nor GPX, or is broken. */
export class UnreadableFileError extends Error {}
export class TooLargeFileError extends Error {}

const position = z.array(z.number()).min(2)
const line = z.array(position)
const simple = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: line }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(line) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(line)) }),
])
/** A collection in a collection is left out, so that the depth of a file has a limit. */
const geometry = z.union([simple, z.object({ type: z.literal('GeometryCollection'), geometries: z.array(simple) })])
const feature = z.object({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullable().catch(null),
  geometry: geometry.nullable().catch(null),
})
const GeoJson = z.union([z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) }), feature, geometry])

function readJson(text: string): FeatureCollection {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableFileError()
  }
  const { data } = GeoJson.safeParse(value)
  if (!data) throw new UnreadableFileError()
  if (data.type === 'FeatureCollection') return data as FeatureCollection // with null for geometries that are not read
  if (data.type === 'Feature') return { type: 'FeatureCollection', features: [data] } as FeatureCollection
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: data }] }
}

/** A document type may define entities, which expand without a limit. KML and GPX have none. */
const DOCTYPE = /<!(?:DOCTYPE|ENTITY)/i

function readXml(text: string): FeatureCollection {
  if (DOCTYPE.test(text)) throw new UnreadableFileError()
  const document = new DOMParser().parseFromString(text, 'text/xml')
  if (document.querySelector('parsererror')) throw new UnreadableFileError()
  const root = document.documentElement.localName
  if (root !== 'kml' && root !== 'gpx') throw new UnreadableFileError()
  const { features } = root === 'kml' ? kml(document, { skipNullGeometry: false }) : gpx(document)
  // The converter is lenient: what it returns is checked as any other file.
  return readJson(JSON.stringify({ type: 'FeatureCollection', features }))
}

/**
 * Reads a file of GeoJSON, KML or GPX.
 * @param unnamed the name of features without one
 * @throws TooLargeFileError; UnreadableFileError; TooManyFeaturesError
 */
export async function readMapFile(file: Blob, unnamed: string): Promise<FoundFeatures> {
  if (file.size > MAP_FILE_BYTES_MAX) throw new TooLargeFileError()
  const text = (await file.text()).replace(/^\uFEFF/, '').trimStart()
  return foundFeatures(text.startsWith('<') ? readXml(text) : readJson(text), unnamed)
}
