import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Layer } from './layers.ts'
import { type Ring, signedArea, sound } from './soundness.ts'

interface TileFeature {
  type: 1 | 2 | 3
  geometry: Ring[]
  tags: Record<string, unknown>
}
interface Tile {
  features: TileFeature[]
}
export type TileId = [z: number, x: number, y: number]

const BUFFER = 1 / 64

/** The square of the tile, with the opposite orientation of land, so that land becomes holes. */
function square(extent: number, beyond: number): Ring {
  const [low, high] = [-beyond, extent + beyond]
  return [
    [low, low],
    [low, high],
    [high, high],
    [high, low],
    [low, low],
  ]
}

/** Returns the area of the tile without land; nothing if land covers the whole tile. */
function complement(land: TileFeature[], extent: number): TileFeature[] {
  const beyond = extent * BUFFER
  const rings = land.flatMap(({ geometry }) => geometry)
  const whole = (extent + 2 * beyond) ** 2
  if (rings.some((ring) => ring.length <= 6 && Math.abs(signedArea(ring)) > whole * 0.9999)) return []
  // Slightly larger than the clipped land, so that the outlines do not touch.
  const sea = square(extent, beyond + 2)
  const turn = Math.sign(signedArea(sea))
  const holes = rings.map((ring) => (Math.sign(signedArea(ring)) === turn ? ring.toReversed() : ring))
  return [{ type: 3, geometry: [sea, ...holes], tags: {} }]
}

/** Repairs the polygons of a feature and warns about remaining errors. */
function repair(feature: TileFeature, extent: number, where: string): TileFeature[] {
  if (feature.type !== 3) return [feature]
  const report = (part: number) =>
    console.warn(`          ${where}: ${(part * 100).toFixed(1)} % of the tile is rendered wrongly`)
  return sound(feature.geometry, extent, report).map((geometry) => ({ ...feature, geometry }))
}

/** Cuts layers into vector tiles. `emit` receives each tile that is not empty. */
export function cut(
  layers: Layer[],
  extent: number,
  tiles: Iterable<TileId>,
  bytes: Map<string, number>,
  emit: (id: TileId, data: Uint8Array) => void,
) {
  const indexes = layers.map(
    (layer) =>
      new GeoJSONVT(
        { type: 'FeatureCollection', features: layer.features } as GeoJSON.FeatureCollection,
        // One more zoom than needed, because geojson-vt does not simplify the last one.
        { maxZoom: layer.to + 1, extent, tolerance: layer.tolerance, buffer: extent * BUFFER, indexMaxZoom: 4 },
      ),
  )
  for (const [z, x, y] of tiles) {
    const found: Record<string, Tile> = {}
    layers.forEach((layer, i) => {
      if (z < layer.from || z > layer.to) return
      let features = (indexes[i].getTile(z, x, y)?.features ?? []) as TileFeature[]
      if (layer.byZoom) features = features.filter(({ tags }) => (tags.zoom as number) <= z)
      if (layer.cover) features = [{ type: 3, geometry: [square(extent, extent * BUFFER)], tags: {} }]
      if (layer.complement) features = complement(features, extent)
      features = features.flatMap((feature) => repair(feature, extent, `${layer.name} ${z}/${x}/${y}`))
      if (features.length) found[layer.name] = { features }
    })
    if (!Object.keys(found).length) continue
    for (const [name, tile] of Object.entries(found))
      bytes.set(name, (bytes.get(name) ?? 0) + encode({ [name]: tile }, extent).length)
    emit([z, x, y], encode(found, extent))
  }
}

const encode = (layers: Record<string, Tile>, extent: number) =>
  fromGeojsonVt(layers as unknown as Parameters<typeof fromGeojsonVt>[0], { version: 2, extent })

export function* worldTiles(to: number): Generator<TileId> {
  for (let z = 0; z <= to; z++) for (let x = 0; x < 2 ** z; x++) for (let y = 0; y < 2 ** z; y++) yield [z, x, y]
}
