import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import type { AreaPoint } from '@noroshi/contract/area'
import {
  type MapShape,
  SHAPE_NAME_MAX,
  SHAPE_POINTS_MAX,
  ShapeColor,
  type ShapeGeometry,
  ShapeKind,
} from '@noroshi/contract/community-map/map-shapes.http'
import { parseDecimal } from '@noroshi/contract/text/numbers'
import { cutText } from '@noroshi/contract/text/graphemes'
import { isLatLng } from '../../../ui/map/distance.ts'
import {
  FACILITIES,
  type Facility,
  hasPlaceState,
  KIND_OF_OWN,
  OwnPlaceKind,
  type Place,
  PLACE_NAME_MAX,
  PLACE_NOTE_MAX,
  PlaceForm,
  PlaceKind,
  PlaceState,
} from '@noroshi/contract/places/places.http'
import { thinLine } from '@noroshi/contract/community-map/thin-line'

/** A location of a file. Its kind is null if the file has none that is known. */
export interface FoundPlace extends AreaPoint {
  readonly name: string
  readonly note: string
  readonly kind: PlaceKind | null
  readonly ownKind: Place['ownKind'] | null
  /** null if the file has none that is known, and for kinds without a state. */
  readonly state: PlaceState | null
  readonly capacity: number | null
  readonly facilities: readonly Facility[]
}

/** A line or an area of a file. */
export interface FoundShape {
  readonly geometry: ShapeGeometry
  readonly name: string
  readonly kind: MapShape['kind'] | null
  readonly color: MapShape['color'] | null
  readonly points: readonly AreaPoint[]
  /** Points were left out, because the file has too many. */
  readonly isThinned: boolean
}

/** The content of a file that can be added to the map. */
export interface FoundFeatures {
  readonly places: readonly FoundPlace[]
  readonly shapes: readonly FoundShape[]
  /** Number of features without a location that can be read. */
  readonly unreadable: number
  /** Number of reports of members, which are no places and are left out. */
  readonly reports: number
}

/** The type that a report has in GPX, which has no other properties. */
export const GPX_REPORT = 'noroshi-report'

/** Max features that are read from a file. */
export const FOUND_MAX = 500
/** Max points of a line that is read. */
const POINTS_READ_MAX = 100_000

export class TooManyFeaturesError extends Error {}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Returns the text of a description, which may be HTML. Nothing in it runs or loads. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim()

const shortened = (text: string, max: number) => cutText(text, max).trim()

function pointOf([longitude, latitude]: Position): AreaPoint | null {
  const at = { latitude: latitude ?? NaN, longitude: longitude ?? NaN }
  return isLatLng(at) ? at : null
}

/** Returns all points; null if one is invalid. */
function pointsOf(positions: readonly Position[]): AreaPoint[] | null {
  if (positions.length > POINTS_READ_MAX) throw new TooManyFeaturesError()
  const points = positions.map(pointOf).filter((point) => point !== null)
  return points.length === positions.length ? points : null
}

type Facts = Pick<FoundPlace, 'name' | 'note'> & { readonly properties: Readonly<Record<string, unknown>> }

const isReport = ({ properties }: Feature): boolean =>
  properties !== null && ('report' in properties || properties['type'] === GPX_REPORT)

type Room = Pick<FoundPlace, 'state' | 'capacity' | 'facilities'>
const NO_ROOM: Room = { state: null, capacity: null, facilities: [] }

/** Returns the state, the capacity and the facilities of a shelter or hall. KML has numbers as texts. */
function roomOf({ state, capacity, facilities }: Facts['properties']): Room {
  const listed = textOf(facilities).split(',')
  return {
    state: PlaceState.safeParse(state).data ?? null,
    capacity: PlaceForm.shape.capacity.safeParse(parseDecimal(textOf(capacity))).data ?? null,
    facilities: FACILITIES.filter((facility) => listed.includes(facility)),
  }
}

function placeOf(position: Position, { name, note, properties }: Facts): FoundPlace | null {
  const at = pointOf(position)
  if (!at) return null
  const ownKind = OwnPlaceKind.safeParse({ name: properties['kindName'], icon: properties['icon'] }).data ?? null
  const kind = ownKind ? KIND_OF_OWN : (PlaceKind.safeParse(properties['kind']).data ?? null)
  const room = kind !== null && hasPlaceState(kind) ? roomOf(properties) : NO_ROOM
  return { name, note, kind, ownKind, ...room, ...at }
}

function shapeOf(geometry: ShapeGeometry, positions: readonly Position[], { name, properties }: Facts): FoundShape | null {
  const read = pointsOf(positions)
  if (!read) return null
  // The last point of a ring is its first one.
  const edge = geometry === 'area' ? read.slice(0, -1) : read
  if (edge.length < (geometry === 'area' ? 3 : 2)) return null
  const points = thinLine(edge, SHAPE_POINTS_MAX)
  const kind = ShapeKind.safeParse(properties['kind']).data ?? null
  const color = ShapeColor.safeParse(properties['color']).data ?? null
  return { geometry, name, kind, color, points, isThinned: points.length < edge.length }
}

type Found = { readonly place: FoundPlace | null } | { readonly shape: FoundShape | null }

function foundIn(geometry: Geometry, facts: Facts): Found[] {
  switch (geometry.type) {
    case 'Point':
      return [{ place: placeOf(geometry.coordinates, facts) }]
    case 'MultiPoint':
      return geometry.coordinates.map((position) => ({ place: placeOf(position, facts) }))
    case 'LineString':
      return [{ shape: shapeOf('line', geometry.coordinates, facts) }]
    case 'MultiLineString':
      return geometry.coordinates.map((line) => ({ shape: shapeOf('line', line, facts) }))
    // Holes are left out: the map of the community has none.
    case 'Polygon':
      return [{ shape: shapeOf('area', geometry.coordinates[0] ?? [], facts) }]
    case 'MultiPolygon':
      return geometry.coordinates.map(([ring = []]) => ({ shape: shapeOf('area', ring, facts) }))
    case 'GeometryCollection':
      return geometry.geometries.flatMap((each) => foundIn(each, facts))
  }
}

function factsOf({ properties }: Feature, unnamed: string): Facts {
  const known = properties ?? {}
  const name = shortened(textOf(known['name']) || textOf(known['title']), Math.min(PLACE_NAME_MAX, SHAPE_NAME_MAX))
  const description: unknown = known['description'] ?? known['desc']
  const html: unknown = typeof description === 'object' && description !== null ? Object(description)['value'] : description
  // A file of this application has the note beside a description for other programs.
  const note = 'kind' in known ? textOf(known['note']) : plainText(textOf(html))
  return { name: name || unnamed, note: shortened(note, PLACE_NOTE_MAX), properties: known }
}

/**
 * Returns what a collection has for the map.
 * @param unnamed the name of features without one
 * @throws TooManyFeaturesError
 */
export function foundFeatures({ features }: FeatureCollection, unnamed: string): FoundFeatures {
  const places: FoundPlace[] = []
  const shapes: FoundShape[] = []
  let [unreadable, reports] = [0, 0]
  for (const feature of features) {
    if (isReport(feature)) {
      reports += 1
      continue
    }
    const found = feature.geometry ? foundIn(feature.geometry, factsOf(feature, unnamed)) : []
    if (found.length === 0) unreadable += 1
    for (const one of found) {
      if ('place' in one && one.place) places.push(one.place)
      else if ('shape' in one && one.shape) shapes.push(one.shape)
      else unreadable += 1
    }
    if (places.length + shapes.length > FOUND_MAX) throw new TooManyFeaturesError()
  }
  return { places, shapes, unreadable, reports }
}
