import type { StyleSpecification } from 'maplibre-gl'
import { FONT_PATHS, streetsPath, WORLD_PATH } from '../../../platform/map-files/map-addresses.ts'
import type { MapSettings } from '../map-types.ts'
import { landAndWaterLayers } from './land-and-water.ts'
import { gridAndRingLayers } from './grid.ts'
import { labels } from './labels.ts'
import type { Language } from '@noroshi/contract/i18n'
import { FONT, PALETTE, type ColorScheme } from './map-palette.ts'
import { streetLabels, streets } from './streets.ts'

/** All sources require attribution. The licences are in the archive's documentation. */
const WORLD_SOURCES = 'Natural Earth · GSHHG/WDBII (LGPL) · © GeoNames (CC BY 4.0)'
const STREET_SOURCES = '© OpenStreetMap contributors · Protomaps'

/** Returns the attribution of the map in one line. */
export const attribution = ({ streetsTag, tileUrl, tileAttribution }: MapSettings) =>
  [WORLD_SOURCES, streetsTag && STREET_SOURCES, tileUrl && tileAttribution].filter(Boolean).join(' · ')

/** The files of Noto Sans JP, with the ranges of its @font-face rules. */
function fontFaces(language: Language): NonNullable<StyleSpecification['font-faces']> {
  const face = (subset: keyof typeof FONT_PATHS, ...ranges: string[]) => ({
    url: window.location.origin + FONT_PATHS[subset],
    'unicode-range': ranges,
  })
  return {
    [FONT.join()]: [
      face('latin', 'U+0000-00FF', 'U+0131', 'U+0152-0153', 'U+02BB-02BC', 'U+2000-206F'),
      face('latinExt', 'U+0100-02BA', 'U+1E00-1E9F', 'U+1EF2-1EFF'),
      face('vietnamese', 'U+1EA0-1EF1', 'U+0300-0323'),
      // One megabyte, so it is loaded for Japanese only. In English the device draws ideographs.
      ...(language === 'ja' ? [face('japanese', 'U+3000-30FF', 'U+4E00-9FFF', 'U+FF00-FFEF')] : []),
    ],
  }
}

/** `{s}` in a template stands for one of several hosts, as in Leaflet. */
const expandHosts = (tileUrl: string) =>
  tileUrl.includes('{s}') ? ['a', 'b', 'c'].map((host) => tileUrl.replace('{s}', host)) : [tileUrl]

/**
 * Returns the style of the base map. One archive is two sources, because fine tiles exist only for some regions; the
 * world is drawn elsewhere. The operator's streets are above both. Raster tiles are on top, above the labels too,
 * because they contain labels; if they do not load, everything below stays visible.
 */
export function mapStyle(scheme: ColorScheme, language: Language, settings: MapSettings): StyleSpecification {
  const c = PALETTE[scheme]
  const { streetsTag, tileUrl } = settings
  const hasStreets = streetsTag !== null
  const tiles = [`pmtiles://${WORLD_PATH}/{z}/{x}/{y}`]
  const [gridLines, ringLines, ...labelLayers] = gridAndRingLayers(c)
  return {
    version: 8,
    'font-faces': fontFaces(language),
    sources: {
      world: { type: 'vector', tiles, minzoom: 0, maxzoom: 8 },
      fine: { type: 'vector', tiles, minzoom: 9, maxzoom: 9 },
      ...(hasStreets && { streets: { type: 'vector', url: `pmtiles://${streetsPath(streetsTag)}` } }),
      ...(tileUrl && { tiles: { type: 'raster', tiles: expandHosts(tileUrl), tileSize: 256, maxzoom: 19 } }),
      'grid-and-rings': { type: 'geojson', tolerance: 0.1, data: { type: 'FeatureCollection', features: [] } },
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': c.land } },
      ...landAndWaterLayers('world', c),
      ...landAndWaterLayers('fine', c),
      ...(hasStreets ? streets(c) : []),
      ...(gridLines && ringLines ? [gridLines, ringLines] : []),
      ...(hasStreets ? streetLabels(c, language) : []),
      ...labels(c, language),
      ...(tileUrl
        ? [
            {
              id: 'tiles',
              type: 'raster' as const,
              source: 'tiles',
              paint: scheme === 'dark' ? { 'raster-brightness-max': 0.72, 'raster-saturation': -0.3 } : {},
            },
          ]
        : []),
      ...labelLayers,
    ],
  }
}
