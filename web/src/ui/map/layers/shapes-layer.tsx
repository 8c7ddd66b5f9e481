import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { unwrapped } from '@noroshi/contract/area'
import type { MapShapeView } from '../map-types.ts'
import { type ColorScheme, FONT, PALETTE, SHAPE_PALETTE } from '../style/map-palette.ts'

/** The source of lines and areas. */
export const SHAPES = 'shapes'
const [FILL, LINE] = ['shapes-fill', 'shapes-line']
/** The layers of lines and areas that react to clicks. */
export const SHAPE_LAYERS = [FILL, LINE]

function featureOf({ id, name, isLine, color, points }: MapShapeView, scheme: ColorScheme): Feature {
  const edge = unwrapped(points).map(({ latitude, longitude }) => [longitude, latitude])
  const properties = { id, name, color: SHAPE_PALETTE[scheme][color] }
  if (isLine) return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: edge } }
  const ring = [...edge, ...edge.slice(0, 1)]
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } }
}

/** Draws lines and areas with their names below the markers. */
export function ShapesLayer({ shapes, scheme }: { shapes: readonly MapShapeView[]; scheme: ColorScheme }) {
  const data = useMemo(
    (): FeatureCollection => ({ type: 'FeatureCollection', features: shapes.map((shape) => featureOf(shape, scheme)) }),
    [shapes, scheme],
  )
  const { strong, halo } = PALETTE[scheme]
  return (
    <Source id={SHAPES} type="geojson" data={data} tolerance={0.2}>
      <Layer
        id={FILL}
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': ['get', 'color'], 'fill-opacity': 0.2 }}
      />
      <Layer id={LINE} type="line" paint={{ 'line-color': ['get', 'color'], 'line-width': 4 }} />
      <Layer
        id="shapes-name"
        type="symbol"
        layout={{ 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 13, 'text-max-width': 10 }}
        paint={{ 'text-color': strong, 'text-halo-color': halo, 'text-halo-width': 2 }}
      />
    </Source>
  )
}
