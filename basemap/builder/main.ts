import { tileOf } from './geometry.ts'
import { FINE_ZOOM, WORLD_ZOOM, fineLayers, worldLayers } from './layers.ts'
import { Archive } from './pmtiles.ts'
import { cities } from './sources.ts'
import { type TileId, cut, worldTiles } from './tiling.ts'

/** The attribution that the sources require; the map of the product shows it. */
const ATTRIBUTION = 'Natural Earth · GSHHG/WDBII (LGPL) · © GeoNames (CC BY 4.0)'
const LARGE_CITY = 900_000
const path = process.argv[2] ?? 'basemap.pmtiles'
const started = performance.now()
const archive = new Archive()
const log = (text: string) => console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`)
const report = (bytes: Map<string, number>) => {
  for (const [name, size] of [...bytes].sort((a, b) => b[1] - a[1]))
    console.log(`          ${name.padEnd(14)} ${(size / 1e6).toFixed(2)} MB raw`)
}

/** Yields the tiles around all towns of Japan and around large cities elsewhere. */
function* fineTiles(): Generator<TileId> {
  const tiles = new Set<string>()
  for (const city of cities()) {
    const reach = city.country === 'JP' ? 1 : city.population >= LARGE_CITY ? 0.3 : 0
    if (!reach) continue
    const [x, y] = tileOf(city.loc.coordinates, FINE_ZOOM)
    for (const dx of [-reach, 0, reach])
      for (const dy of [-reach, 0, reach]) tiles.add(`${Math.floor(x + dx)},${Math.floor(y + dy)}`)
  }
  for (const tile of tiles) {
    const [x, y] = tile.split(',').map(Number)
    yield [FINE_ZOOM, x, y]
  }
}

const world = worldLayers()
log('world layers read')
const worldBytes = new Map<string, number>()
cut(world, 4096, worldTiles(WORLD_ZOOM), worldBytes, (id, data) => archive.add(id, data))
log(`world cut, zoom 0-${WORLD_ZOOM}`)
report(worldBytes)

const fine = fineLayers(world)
const fineBytes = new Map<string, number>()
cut(fine, 8192, fineTiles(), fineBytes, (id, data) => archive.add(id, data))
log(`fine cut, zoom ${FINE_ZOOM}`)
report(fineBytes)

const layers = [...new Set(world.map(({ name }) => name))]
const size = archive.write(path, FINE_ZOOM, {
  name: 'Noroshi basemap',
  attribution: ATTRIBUTION,
  vector_layers: layers.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: FINE_ZOOM })),
})
log(`${path}: ${(size / 1e6).toFixed(2)} MB`)
