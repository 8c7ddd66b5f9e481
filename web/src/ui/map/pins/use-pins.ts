import { useMap, type MapRef } from '@vis.gl/react-maplibre'
import type { MapGeoJSONFeature } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { LatLng } from '../distance.ts'
import { isSubject, MARKER_COLLECTIONS, type MarkerCollection } from '../layers/live-data.ts'
import type { MapMarker } from '../map-types.ts'
import { clusterLayer, pointLayer } from '../layers/live-layers.tsx'
import { badgeCorner, type ScreenItem, findStacks, type Stack } from './overlaps.ts'

/** Max single markers in view that become buttons; beyond that they stay on the canvas. Active alerts have no limit. */
const MAX_BUTTONS = { people: 60, places: 60, resolved: 20, alerts: Infinity }
/** Heights of pins. Alerts are on top. */
const PIN_HEIGHT = { subject: 42, alerts: 40, speaker: 35, people: 30, me: 20, places: 15, resolved: 10 } as const
/** Milliseconds between two updates while the map moves. */
const UPDATE_INTERVAL_MS = 150

export interface ClusterPin extends LatLng {
  collection: MarkerCollection
  clusterId: number
  count: number
}

/** An item that hides others or is hidden: a marker by its id, or a cluster. */
export interface StackItem extends ScreenItem, LatLng {
  readonly collection: MarkerCollection | null
  readonly clusterId: number | null
  /** Number of markers. */
  readonly count: number
}

export interface PinStack extends Stack<StackItem> {
  /** Position of its badge, in pixels from the centre of the pin. */
  readonly corner: [number, number]
}

export interface Pins {
  /** Clusters of alerts. They are DOM elements, so that no pin of a user covers them. */
  clusters: ClusterPin[]
  /** Ids of the markers of the canvas in view that are not in a cluster. */
  singles: ReadonlySet<string>
  /** Markers that hide others. */
  stacks: readonly PinStack[]
}

const NONE: Pins = { clusters: [], singles: new Set(), stacks: [] }

/** Radius of a single marker with its edge, in pixels (pin.module.css). */
const RADIUS = { alerts: 26, people: 20, places: 20, resolved: 17, me: 13 } as const
/** Heights of items on the canvas: below all pins. */
const CANVAS_HEIGHT = { alerts: 5, people: 4, places: 2, resolved: 1 } as const
/** Radius of a cluster with its edge, in pixels (live-layers.tsx, pin.module.css). */
const CLUSTER_RADIUS = 26

function pieceOf(
  map: MapRef,
  collection: MarkerCollection,
  { geometry, properties }: MapGeoJSONFeature,
  isPin: boolean,
): StackItem[] {
  if (geometry.type !== 'Point') return []
  const [longitude = 0, latitude = 0] = geometry.coordinates
  const { x, y } = map.project([longitude, latitude])
  const clusterId = properties['cluster_id'] === undefined ? null : Number(properties['cluster_id'])
  const count = clusterId === null ? 1 : Number(properties['point_count'])
  const id = clusterId === null ? String(properties['id']) : `${collection} ${clusterId}`
  const radius = clusterId === null ? RADIUS[collection] : CLUSTER_RADIUS
  return [
    {
      id,
      collection,
      clusterId,
      count,
      x,
      y,
      radius,
      height: isPin ? PIN_HEIGHT[collection] : CANVAS_HEIGHT[collection],
      latitude,
      longitude,
    },
  ]
}

function withCorners(pieces: readonly StackItem[]): PinStack[] {
  const stacks = findStacks(pieces)
  const hidden = new Set(stacks.flatMap((stack) => stack.hidden))
  const visible = pieces.filter((piece) => !hidden.has(piece))
  return stacks.map((stack) => {
    const others = visible.filter((piece) => piece !== stack.top)
    return { ...stack, corner: badgeCorner(stack.top, others) }
  })
}

/** Returns the radius and the height of a marker that is always a pin. */
function sizeOf(marker: MapMarker): Pick<ScreenItem, 'radius' | 'height'> {
  if (isSubject(marker)) return { radius: RADIUS.alerts, height: PIN_HEIGHT.subject }
  if (marker.kind === 'me') return { radius: RADIUS.me, height: PIN_HEIGHT.me }
  return { radius: RADIUS.people, height: PIN_HEIGHT.speaker }
}

function computePins(map: MapRef, alwaysPins: readonly MapMarker[]): Pins {
  const clusters = new Map<number, ClusterPin>()
  const singles = new Set<string>()
  const pieces = new Map<string, StackItem>()
  for (const marker of alwaysPins) {
    const { id, latitude, longitude } = marker
    const { x, y } = map.project([longitude, latitude])
    const size = sizeOf(marker)
    pieces.set(id, { id, collection: null, clusterId: null, count: 1, x, y, ...size, latitude, longitude })
  }
  for (const collection of MARKER_COLLECTIONS) {
    if (!map.getLayer(pointLayer(collection)) || !map.getLayer(clusterLayer(collection))) continue
    const points = map.queryRenderedFeatures({ layers: [pointLayer(collection)] })
    const ids = new Set(points.map(({ properties }) => String(properties.id)))
    const arePins = ids.size <= MAX_BUTTONS[collection]
    if (arePins) for (const id of ids) singles.add(id)
    const clusterFeatures = map.queryRenderedFeatures({ layers: [clusterLayer(collection)] })
    // A marker at the edge of a tile is returned twice.
    for (const piece of points.flatMap((point) => pieceOf(map, collection, point, arePins))) pieces.set(piece.id, piece)
    for (const piece of clusterFeatures.flatMap((one) => pieceOf(map, collection, one, collection === 'alerts')))
      pieces.set(piece.id, piece)
    if (collection !== 'alerts') continue
    for (const { geometry, properties } of clusterFeatures) {
      if (geometry.type !== 'Point') continue
      const [longitude = 0, latitude = 0] = geometry.coordinates
      const clusterId = Number(properties.cluster_id)
      clusters.set(clusterId, { collection, clusterId, count: Number(properties.point_count), longitude, latitude })
    }
  }
  return { clusters: [...clusters.values()], singles, stacks: withCorners([...pieces.values()]) }
}

const fingerprint = ({ clusters, singles, stacks }: Pins) =>
  [
    ...clusters.map(({ clusterId, count, latitude, longitude }) => [clusterId, count, latitude, longitude].join()),
    ...[...singles].toSorted(),
    ...stacks.map(({ top, hidden, corner }) =>
      [top.id, top.latitude, top.longitude, corner, ...hidden.map(({ id, count }) => `${id} ${count}`)].join(),
    ),
  ].join(' ')

/**
 * Returns the pins that are DOM elements: single markers in view and clusters of alerts. It follows the map and its
 * data.
 * @param alwaysPins the markers that are pins in any case. The array is the same until one of them changes.
 */
export function usePins(alwaysPins: readonly MapMarker[]): Pins {
  const { current: map } = useMap()
  const [pins, setPins] = useState(NONE)
  useEffect(() => {
    if (!map) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      timer = undefined
      const next = computePins(map, alwaysPins)
      setPins((before) => (fingerprint(before) === fingerprint(next) ? before : next))
    }
    const scheduleUpdate = () => {
      timer ??= setTimeout(update, UPDATE_INTERVAL_MS)
    }
    scheduleUpdate()
    map.on('move', scheduleUpdate)
    map.on('sourcedata', scheduleUpdate)
    map.on('idle', update)
    return () => {
      clearTimeout(timer)
      map.off('move', scheduleUpdate)
      map.off('sourcedata', scheduleUpdate)
      map.off('idle', update)
    }
  }, [map, alwaysPins])
  return pins
}
