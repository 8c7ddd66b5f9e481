import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { byZoom } from './expressions.ts'
import type { Palette } from './map-palette.ts'

/** Areas and lines of one of the two sources of the embedded archive. */
export function landAndWaterLayers(source: 'world' | 'fine', c: Palette): LayerSpecification[] {
  const fill = (layer: string, color: string): LayerSpecification => ({
    id: `${source}-${layer}`,
    type: 'fill',
    source,
    'source-layer': layer,
    paint: { 'fill-color': color },
  })
  const line = (
    layer: string,
    name: string,
    color: string,
    width: ExpressionSpecification,
    dash?: number[],
  ): LayerSpecification => ({
    id: `${source}-${name}`,
    type: 'line',
    source,
    'source-layer': layer,
    layout: { 'line-join': 'round', 'line-cap': dash ? 'butt' : 'round' },
    paint: { 'line-color': color, 'line-width': width, ...(dash && { 'line-dasharray': dash }) },
  })
  return [
    // Fine tiles have their own land, which covers the coarser world below.
    ...(source === 'fine' ? [fill('land', c.land)] : []),
    line('river', 'river', c.river, byZoom(3, 0.5, 6, 0.8, 9, 1.6, 13, 4)),
    fill('water', c.water),
    fill('lake', c.water),
    line('water', 'coast', c.coast, byZoom(3, 0.4, 9, 1, 13, 1.4)),
    line('lake', 'shore', c.coast, byZoom(3, 0.3, 9, 0.8, 13, 1.2)),
    line('region', 'region', c.region, byZoom(4, 0.5, 8, 1, 13, 1.6), [3, 2]),
    line('border', 'border', c.border, byZoom(1, 0.5, 5, 1, 10, 1.8)),
  ]
}
