import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { byRank, byZoom } from './expressions.ts'
import type { Language } from '@noroshi/contract/i18n'
import { FONT, type Palette } from './map-palette.ts'

type Layout = NonNullable<SymbolLayerSpecification['layout']>
type Color = string | ExpressionSpecification

/** Names of seas, cities, regions and countries of the embedded world. */
export function labels(c: Palette, language: Language): LayerSpecification[] {
  const name: ExpressionSpecification = language === 'ja' ? ['coalesce', ['get', 'ja'], ['get', 'name']] : ['get', 'name']
  const letterSpacing = language === 'ja' ? 0.1 : 0.04
  const symbol = (
    id: string,
    layer: string,
    color: Color,
    layout: Layout,
    rest: Partial<Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom' | 'filter'>> = {},
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    source: 'world',
    'source-layer': layer,
    ...rest,
    layout: { 'text-field': name, 'text-font': FONT, 'text-max-width': 8, 'text-padding': 4, ...layout },
    paint: { 'text-color': color, 'text-halo-color': c.halo, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 },
  })
  return [
    symbol(
      'sea',
      'sea_label',
      c.sea,
      { 'text-size': byZoom(1, 11, 5, 16), 'text-letter-spacing': 0.12, 'text-max-width': 6 },
      { maxzoom: 8 },
    ),
    symbol(
      'place',
      'place',
      ['case', ['any', ['has', 'capital'], ['<', ['get', 'rank'], 3]], c.strong, c.text],
      {
        'text-size': [
          'interpolate',
          ['linear'],
          ['zoom'],
          3,
          byRank(11.5, 11, 10.5, 10.5, 10.5, 10.5),
          6,
          byRank(15, 14, 12.5, 11.5, 11, 10.5),
          9,
          byRank(20, 18, 15.5, 13.5, 12.5, 11.5),
          13,
          byRank(24, 22, 19, 16, 14.5, 13.5),
        ],
        'symbol-sort-key': ['-', ['get', 'rank'], ['case', ['has', 'capital'], 1.5, 0]],
        'text-padding': byZoom(3, 5, 6, 6, 9, 4, 12, 2),
        // The label of a capital below its country's name moves aside instead of disappearing.
        'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.5,
        'text-justify': 'auto',
      },
      { minzoom: 3 },
    ),
    symbol(
      'region-name',
      'region_label',
      c.text,
      { 'text-size': byZoom(5, 10, 8, 13), 'text-letter-spacing': letterSpacing + 0.06, 'text-padding': 10 },
      { minzoom: 5, maxzoom: 9 },
    ),
    symbol(
      'country',
      'country_label',
      c.country,
      {
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, byRank(11.5, 10.5, 10, 9.5, 9.5), 5, byRank(18, 16, 15, 14, 13)],
        'symbol-sort-key': ['get', 'rank'],
        'text-letter-spacing': letterSpacing,
        'text-transform': language === 'ja' ? 'none' : 'uppercase',
        'text-padding': 6,
      },
      { maxzoom: 7, filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 2, 2, 3, 3, 4, 4]] },
    ),
  ]
}
