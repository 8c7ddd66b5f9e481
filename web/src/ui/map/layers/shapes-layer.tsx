import { Layer, Source } from '@vis.gl/react-maplibre'
import type { Feature, FeatureCollection } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { unwrapped } from '@noroshi/contract/area'
import type { MapShapeView } from '../map-types.ts'
import { type ColorScheme, FONT, PALETTE, SHAPE_PALETTE } from '../style/map-palette.ts'

/** The source of lines and areas. */
export const SHAPES = 'shapes'
const [FILL, LINE, DASHED] = ['shapes-fill', 'shapes-line', 'shapes-dashed']
/** The layers of lines and areas that react to clicks. */
export const SHAPE_LAYERS = [FILL, LINE, DASHED]

const IS_DASHED: ExpressionSpecification = ['==', ['get', 'isDashed'], true]

function featureOf({ id, name, isLine, isDashed, color, points }: MapShapeView, scheme: ColorScheme): Feature {
  const edge = unwrapped(points).map(({ latitude, longitude }) => [longitude, latitude])
  const properties = { id, name, isDashed: isDashed === true, color: SHAPE_PALETTE[scheme][color] }
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
        paint={{ 'fill-color': ['get', 'color'], 'fill-opacity': ['case', IS_DASHED, 0.05, 0.2] }}
      />
      <Layer id={LINE} type="line" filter={['!', IS_DASHED]} paint={{ 'line-color': ['get', 'color'], 'line-width': 4 }} />
      <Layer
        id={DASHED}
        type="line"
        filter={IS_DASHED}
        paint={{ 'line-color': ['get', 'color'], 'line-width': 4, 'line-dasharray': [2, 1.5] }}
      />
      <Layer
        id="shapes-name"
        type="symbol"
        layout={{ 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 13, 'text-max-width': 10 }}
        paint={{ 'text-color': strong, 'text-halo-color': halo, 'text-halo-width': 2 }}
      />
    </Source>
  )
}
