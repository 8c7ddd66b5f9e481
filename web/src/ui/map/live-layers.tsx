import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { CROWDS, crowds, type Crowd } from './live-data.ts'
import type { MapMarker } from './map-types.ts'
import { circle } from './style/help.ts'
import { FONT, type ColorScheme } from './style/palette.ts'
import { MAX_ZOOM } from './zoom.ts'

/** Colours of the theme: `--n-sos`, `--n-accent` (quieter by night, where crowds would glare), `--n-surface`. */
const LIVE = {
  light: {
    alerts: { fill: '#AD1710', ink: '#FFFFFF', edge: '#FFFFFF' },
    people: { fill: '#0B536F', ink: '#FFFFFF', edge: '#FFFFFF' },
    resolved: { fill: '#FFFFFF', ink: '#12572E', edge: '#1B6C3B' },
  },
  dark: {
    alerts: { fill: '#AD1710', ink: '#FFFFFF', edge: '#FFFFFF' },
    people: { fill: '#15465A', ink: '#D3E7EE', edge: '#78B7CC' },
    resolved: { fill: '#1A2429', ink: '#78BC8F', edge: '#4A9F68' },
  },
} as const

/** How near to each other markers become one, in pixels. Alerts stay apart as long as they can be told apart. */
const RADIUS = { alerts: 38, people: 46, resolved: 38 } as const
/** The faces of pin.module.css, in pixels. */
const POINT = {
  alerts: { radius: 23, stroke: 3 },
  people: { radius: 17, stroke: 2.5 },
  resolved: { radius: 15, stroke: 2 },
} as const
/** Clusters exist beyond the greatest zoom, too: people in one shelter stand on one spot. Their touch opens the list. */
const CLUSTERS_TO = MAX_ZOOM

export const clusterLayer = (crowd: Crowd) => `${crowd}-cluster`
export const pointLayer = (crowd: Crowd) => `${crowd}-point`
export const LIVE_LAYERS = CROWDS.flatMap((crowd) => [clusterLayer(crowd), pointLayer(crowd)])

function CrowdLayers({ crowd, scheme, data }: { crowd: Crowd; scheme: ColorScheme; data: FeatureCollection }) {
  const colors = LIVE[scheme][crowd]
  const isCrowded: ExpressionSpecification = ['has', 'point_count']
  return (
    <Source
      id={crowd}
      type="geojson"
      data={data}
      cluster
      clusterRadius={RADIUS[crowd]}
      clusterMaxZoom={CLUSTERS_TO}
      maxzoom={CLUSTERS_TO + 1}
    >
      <Layer
        id={pointLayer(crowd)}
        type="circle"
        filter={['!', isCrowded]}
        paint={{
          'circle-radius': POINT[crowd].radius,
          'circle-color': ['to-color', ['get', 'fill'], colors.fill],
          'circle-stroke-color': crowd === 'people' ? LIVE[scheme].resolved.fill : colors.edge,
          'circle-stroke-width': POINT[crowd].stroke,
        }}
      />
      {crowd === 'people' && (
        <Layer
          id="people-initial"
          type="symbol"
          filter={['has', 'initial']}
          layout={{ 'text-field': ['get', 'initial'], 'text-font': FONT, 'text-size': 14, 'text-allow-overlap': true }}
          paint={{ 'text-color': ['to-color', ['get', 'ink'], colors.ink] }}
        />
      )}
      <Layer
        id={clusterLayer(crowd)}
        type="circle"
        filter={isCrowded}
        paint={{
          'circle-radius': ['step', ['get', 'point_count'], 22, 10, 24, 100, 28, 1000, 33],
          'circle-color': colors.fill,
          'circle-stroke-color': colors.edge,
          'circle-stroke-width': 3,
          'circle-stroke-opacity': 0.9,
        }}
      />
      <Layer
        id={`${crowd}-count`}
        type="symbol"
        filter={isCrowded}
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

/** The thousands: drawn on the canvas in clusters, alerts above people, and how sure the reader's own position is. */
export function LiveLayers({ markers, scheme }: { markers: readonly MapMarker[]; scheme: ColorScheme }) {
  const data = useMemo(() => crowds(markers, scheme), [markers, scheme])
  const me = markers.find((marker) => marker.kind === 'me')
  const certainty = useMemo(
    (): Feature => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Polygon', coordinates: me?.accuracy ? [circle(me, me.accuracy / 1000)] : [] },
    }),
    [me],
  )
  const accent = scheme === 'light' ? LIVE.light.people.fill : LIVE.dark.people.edge
  return (
    <>
      <Source id="certainty" type="geojson" data={certainty} tolerance={0}>
        <Layer id="certainty" type="fill" paint={{ 'fill-color': accent, 'fill-opacity': 0.16 }} />
        <Layer id="certainty-edge" type="line" paint={{ 'line-color': accent, 'line-opacity': 0.4, 'line-width': 1 }} />
      </Source>
      {CROWDS.map((crowd) => (
        <CrowdLayers key={crowd} crowd={crowd} scheme={scheme} data={data[crowd]} />
      ))}
    </>
  )
}
