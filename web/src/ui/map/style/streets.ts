import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { byStreetZoom, byZoom, isKind } from './expressions.ts'
import type { Language } from '@noroshi/contract/i18n'
import { FONT, type Palette } from './map-palette.ts'

/** The zoom from which the operator's streets cover the embedded world. */
const MIN_ZOOM = 7
const source = 'streets'

const GREEN = [
  'park',
  'forest',
  'wood',
  'grass',
  'grassland',
  'garden',
  'cemetery',
  'golf_course',
  'nature_reserve',
  'national_park',
  'pitch',
  'meadow',
  'scrub',
]
const BUILT = ['school', 'university', 'college', 'hospital', 'industrial', 'railway', 'aerodrome', 'military', 'kindergarten']
/** Kinds of destinations in an emergency. */
const EMERGENCY_POIS = [
  'hospital',
  'police',
  'fire_station',
  'school',
  'townhall',
  'station',
  'park',
  'clinic',
  'community_centre',
  'shelter',
]

/** Areas and lines of an archive in Protomaps' schema (version 4). */
export function streets(c: Palette): LayerSpecification[] {
  const fill = (id: string, layer: string, color: string, kinds: string[] = [], minzoom = MIN_ZOOM): LayerSpecification => ({
    id: `streets-${id}`,
    type: 'fill',
    source,
    'source-layer': layer,
    minzoom,
    filter: ['all', ['==', ['geometry-type'], 'Polygon'], kinds.length ? isKind(...kinds) : true],
    paint: { 'fill-color': color },
  })
  const line = (
    id: string,
    layer: string,
    color: string,
    width: ExpressionSpecification,
    kinds: string[],
    dash?: number[],
    minzoom = MIN_ZOOM,
  ): LayerSpecification => ({
    id: `streets-${id}`,
    type: 'line',
    source,
    'source-layer': layer,
    minzoom,
    filter: ['all', ['==', ['geometry-type'], 'LineString'], isKind(...kinds)],
    layout: { 'line-join': 'round', 'line-cap': dash ? 'butt' : 'round' },
    paint: { 'line-color': color, 'line-width': width, ...(dash && { 'line-dasharray': dash }) },
  })
  const widths = {
    highway: byStreetZoom(7, 0.8, 12, 3.2, 16, 13, 18, 26),
    major_road: byStreetZoom(8, 0.6, 12, 2, 16, 10, 18, 22),
    minor_road: byStreetZoom(12, 0.5, 14, 1.6, 16, 6, 18, 16),
  }
  const casing = (width: ExpressionSpecification): ExpressionSpecification => [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    ...widened(width),
  ]
  const roads = (['minor_road', 'major_road', 'highway'] as const).map((kind) => ({
    kind,
    width: widths[kind],
    minzoom: kind === 'minor_road' ? 12 : MIN_ZOOM,
  }))
  return [
    fill('earth', 'earth', c.land),
    fill('built', 'landuse', c.block, BUILT, 10),
    fill('green', 'landuse', c.green, GREEN, 9),
    fill('sand', 'landuse', c.sand, ['beach', 'sand'], 10),
    line('river', 'water', c.river, byStreetZoom(9, 0.8, 13, 2.5, 17, 8), ['river', 'canal', 'stream', 'drain', 'ditch']),
    fill('water', 'water', c.water),
    fill('building', 'buildings', c.block, [], 14),
    line('pier', 'roads', c.land, byStreetZoom(13, 1, 17, 8), ['pier']),
    line('path', 'roads', c.path, byStreetZoom(14, 0.8, 18, 3), ['path', 'other'], [3, 2], 14),
    ...roads.map(({ kind, width, minzoom }) =>
      line(`${kind}-edge`, 'roads', c.edge, casing(width), [kind], undefined, Math.max(minzoom, 11)),
    ),
    ...roads.map(({ kind, width, minzoom }) => line(kind, 'roads', c.road, width, [kind], undefined, minzoom)),
    line('rail', 'roads', c.rail, byStreetZoom(9, 0.7, 14, 1.8, 18, 5), ['rail']),
    line('rail-ties', 'roads', c.land, byStreetZoom(13, 0.6, 14, 0.9, 18, 3), ['rail'], [5, 5], 13),
    line('ferry', 'roads', c.sea, byZoom(8, 0.6, 14, 1.2), ['ferry'], [4, 4]),
  ]
}

/** Returns the stops of a width, each wider by the edges on both sides. */
const widened = (width: ExpressionSpecification): number[] =>
  width.slice(3).map((stop, i) => (typeof stop === 'number' ? (i % 2 ? stop + 1.4 : stop) : 0))

/** Labels of the streets' archive that the embedded world lacks. */
export function streetLabels(c: Palette, language: Language): LayerSpecification[] {
  const name: ExpressionSpecification =
    language === 'ja'
      ? ['coalesce', ['get', 'name:ja'], ['get', 'name']]
      : ['coalesce', ['get', 'name:en'], ['get', 'name:latin'], ['get', 'name']]
  const symbol = (
    id: string,
    layer: string,
    color: string,
    minzoom: number,
    filter: SymbolLayerSpecification['filter'],
    layout: SymbolLayerSpecification['layout'],
  ): LayerSpecification => ({
    id: `streets-${id}`,
    type: 'symbol',
    source,
    'source-layer': layer,
    minzoom,
    ...(filter && { filter }),
    layout: { 'text-field': name, 'text-font': FONT, 'text-size': 12.5, 'text-max-width': 7, 'text-padding': 6, ...layout },
    paint: { 'text-color': color, 'text-halo-color': c.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 },
  })
  const along = { 'symbol-placement': 'line', 'symbol-spacing': 320 } as const
  return [
    symbol('river-name', 'water', c.sea, 12, ['==', ['geometry-type'], 'LineString'], along),
    symbol('road-name', 'roads', c.text, 13, isKind('highway', 'major_road'), { ...along, 'text-size': 12 }),
    symbol('street-name', 'roads', c.text, 16, isKind('minor_road'), { ...along, 'text-size': 12 }),
    symbol('poi', 'pois', c.text, 14, isKind(...EMERGENCY_POIS), { 'text-size': 12 }),
    symbol('neighbourhood', 'places', c.text, 12, isKind('neighbourhood', 'macrohood'), { 'text-size': byZoom(12, 12, 16, 15) }),
  ]
}
