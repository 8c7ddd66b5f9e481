import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { MARKER_COLLECTIONS, markerCollections, type MarkerCollection } from './live-data.ts'
import type { MapMarker } from '../map-types.ts'
import { circle } from '../style/grid.ts'
import { FONT, MARKER_COLORS, PALETTE, type ColorScheme } from '../style/map-palette.ts'
import { MAX_ZOOM } from '../zoom.ts'

/** Distance in pixels below which markers of a collection cluster, because their circles would overlap. */
const CLUSTER_DISTANCE = 48
/** Size in pixels of a cluster, of alerts (pin.module.css) as of people. Its number, not its size, is the count. */
const CLUSTER = { radius: 23, stroke: 3 } as const
/** Sizes in pixels, as in pin.module.css. */
const POINT = {
  alerts: { radius: 23, stroke: 3 },
  people: { radius: 17, stroke: 2.5 },
  resolved: { radius: 15, stroke: 2 },
  places: { radius: 17, stroke: 2 },
} as const
/** Radius in pixels of an alert that is not the main alert of the map. */
const OTHER_RADIUS = 17
/** MapLibre's zoom from which captions are above pins. Those that would cover each other are left out. */
const CAPTION_ZOOM_MIN = 12
/** From the centre of a pin to the lower edge of its caption, in sizes of its text. */
const CAPTION_OFFSET: [number, number] = [0, -1.5]
/**
 * Clusters exist also at the greatest zoom, because many users may be in one shelter. A click on such a cluster opens
 * the list.
 */
const CLUSTER_MAX_ZOOM = MAX_ZOOM

export const clusterLayer = (collection: MarkerCollection) => `${collection}-cluster`
export const pointLayer = (collection: MarkerCollection) => `${collection}-point`
export const LIVE_LAYERS = MARKER_COLLECTIONS.flatMap((collection) => [clusterLayer(collection), pointLayer(collection)])

function CollectionLayers({
  collection,
  scheme,
  data,
}: {
  collection: MarkerCollection
  scheme: ColorScheme
  data: FeatureCollection
}) {
  const colors = MARKER_COLORS[scheme][collection]
  const isCluster: ExpressionSpecification = ['has', 'point_count']
  return (
    <Source
      id={collection}
      type="geojson"
      data={data}
      cluster
      clusterRadius={CLUSTER_DISTANCE}
      clusterMaxZoom={CLUSTER_MAX_ZOOM}
      maxzoom={CLUSTER_MAX_ZOOM + 1}
    >
      <Layer
        id={pointLayer(collection)}
        type="circle"
        filter={['!', isCluster]}
        paint={{
          'circle-radius': ['case', ['has', 'isOther'], OTHER_RADIUS, POINT[collection].radius],
          'circle-color': ['to-color', ['get', 'fill'], colors.fill],
          'circle-stroke-color': collection === 'people' ? MARKER_COLORS[scheme].resolved.fill : colors.edge,
          'circle-stroke-width': POINT[collection].stroke,
        }}
      />
      {collection === 'places' && (
        <Layer
          id="places-caption"
          type="symbol"
          minzoom={CAPTION_ZOOM_MIN}
          filter={['has', 'caption']}
          layout={{
            'text-field': ['get', 'caption'],
            'text-font': FONT,
            'text-size': 13,
            'text-anchor': 'bottom',
            'text-offset': CAPTION_OFFSET,
            'text-max-width': 9,
          }}
          paint={{ 'text-color': PALETTE[scheme].strong, 'text-halo-color': PALETTE[scheme].halo, 'text-halo-width': 2 }}
        />
      )}
      {collection === 'people' && (
        <Layer
          id="people-initial"
          type="symbol"
          filter={['has', 'initial']}
          layout={{ 'text-field': ['get', 'initial'], 'text-font': FONT, 'text-size': 14, 'text-allow-overlap': true }}
          paint={{ 'text-color': ['to-color', ['get', 'ink'], colors.ink] }}
        />
      )}
      <Layer
        id={clusterLayer(collection)}
        type="circle"
        filter={isCluster}
        paint={{
          'circle-radius': CLUSTER.radius,
          'circle-color': colors.fill,
          'circle-stroke-color': colors.edge,
          'circle-stroke-width': CLUSTER.stroke,
        }}
      />
      <Layer
        id={`${collection}-count`}
        type="symbol"
        filter={isCluster}
        layout={{
          'text-field': ['step', ['get', 'point_count'], ['to-string', ['get', 'point_count']], 10_000, '9999+'],
          'text-font': FONT,
          'text-size': 14,
          'text-allow-overlap': true,
        }}
        paint={{ 'text-color': colors.ink }}
      />
    </Source>
  )
}

/** Max circles of accuracy of alerts. More cannot be distinguished in a flood. */
const MAX_CIRCLES = 50

/** Returns circles with the accuracy of the user's own location and of alerts. */
function accuracyCircles(markers: readonly MapMarker[]): FeatureCollection {
  const alerts = markers.filter((marker) => marker.kind === 'alert' && (marker.accuracy ?? 0) > 0).slice(0, MAX_CIRCLES)
  const features = [...markers.filter(({ kind }) => kind === 'me'), ...alerts].flatMap((marker): Feature[] =>
    'accuracy' in marker && marker.accuracy
      ? [
          {
            type: 'Feature',
            properties: { kind: marker.kind },
            geometry: { type: 'Polygon', coordinates: [circle(marker, marker.accuracy / 1000)] },
          },
        ]
      : [],
  )
  return { type: 'FeatureCollection', features }
}

const colorByKind = (accent: string): ExpressionSpecification => [
  'match',
  ['get', 'kind'],
  'alert',
  MARKER_COLORS.light.alerts.fill,
  accent,
]

/** Draws markers on the canvas: thousands in clusters, alerts above users, and circles of accuracy. */
export function LiveLayers({ markers, scheme }: { markers: readonly MapMarker[]; scheme: ColorScheme }) {
  const data = useMemo(() => markerCollections(markers, scheme), [markers, scheme])
  const circles = useMemo(() => accuracyCircles(markers), [markers])
  const accent = scheme === 'light' ? MARKER_COLORS.light.people.fill : MARKER_COLORS.dark.people.edge
  return (
    <>
      <Source id="certainty" type="geojson" data={circles} tolerance={0}>
        <Layer id="certainty" type="fill" paint={{ 'fill-color': colorByKind(accent), 'fill-opacity': 0.16 }} />
        <Layer
          id="certainty-edge"
          type="line"
          paint={{ 'line-color': colorByKind(accent), 'line-opacity': 0.4, 'line-width': 1 }}
        />
      </Source>
      {MARKER_COLLECTIONS.map((collection) => (
        <CollectionLayers key={collection} collection={collection} scheme={scheme} data={data[collection]} />
      ))}
    </>
  )
}
