import { type Feature, type Position, bounds, feature, isRing, joinSegments } from './geometry.ts'
import { countryLabels, places, regionLabels, seaLabels } from './places.ts'
import { countryBorders, landmasses, naturalEarth, regions, rivers, shorelines } from './sources.ts'

export const WORLD_ZOOM = 8
/** Fine tiles cover inhabited areas, one zoom above the world's. Elsewhere the map enlarges the world's tiles. */
export const FINE_ZOOM = 9

export interface Layer {
  name: string
  from: number
  to: number
  /** Max deviation of simplified lines, in units of the tile. */
  tolerance: number
  features: Feature[]
  /** The features are land; the tiles contain the complement, water. */
  complement?: true
  /** The feature covers the whole tile. */
  cover?: true
  /** Points appear from the zoom in their property `zoom`. */
  byZoom?: true
}

const polygon = (ring: Position[]) => feature('Polygon', [ring])
const ANTARCTIC = -60
const isAntarctic = (ring: Position[]) => bounds(ring)[3] < ANTARCTIC

/** The land of GSHHG. Its Antarctica is not a closed ring, so Natural Earth's Antarctica replaces it. */
function land(resolution: 'h' | 'f'): Feature[] {
  const rings = shorelines(resolution, 1).filter((line) => isRing(line) && !isAntarctic(line))
  const antarctica = landmasses('10m').filter(([ring]) => isAntarctic(ring))
  return [...rings.map(polygon), ...antarctica.map((rings) => feature('Polygon', rings))]
}

const naturalLand = (scale: '10m' | '50m') => landmasses(scale).map(([shore]) => polygon(shore))
/** The holes in Natural Earth's land, such as the Caspian Sea, as lakes. */
const inlandSeas = () => landmasses('50m').flatMap(([, ...holes]) => holes.map(polygon))

/** Lakes with their islands as holes. */
function lakes(resolution: 'h' | 'f'): Feature[] {
  const islands = shorelines(resolution, 3)
    .filter(isRing)
    .map((ring) => ({ ring, box: bounds(ring) }))
  return shorelines(resolution, 2)
    .filter(isRing)
    .map((shore) => {
      const box = bounds(shore)
      const holes = islands.filter((island) => island.box.every((side, i) => (i < 2 ? side >= box[i] : side <= box[i])))
      return feature('Polygon', [shore, ...holes.map(({ ring }) => ring)])
    })
}

const riverLines = (resolution: 'h' | 'f', levels: (1 | 2 | 3 | 4)[]) =>
  levels.flatMap((level) => rivers(resolution, level).map((line) => feature('LineString', line)))

/** The borders between the states of a country: segments that occur in two polygons of the country. */
function regionBorders(): Feature[] {
  const sides = new Map<string, { country: unknown; side: Position[]; shared: boolean }>()
  for (const { geometry, properties } of regions()) {
    const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Position[][][]
    for (const ring of polygons.flat())
      for (let i = 1; i < ring.length; i++) {
        const side = [ring[i - 1], ring[i]]
        const key = side
          .map((end) => end.map((degrees) => degrees.toFixed(4)).join())
          .sort()
          .join(' ')
        const twin = sides.get(key)
        if (twin) twin.shared = twin.country === properties.adm0_a3
        else sides.set(key, { country: properties.adm0_a3, side, shared: false })
      }
  }
  return lines(joinSegments([...sides.values()].filter(({ shared }) => shared).map(({ side }) => side)))
}

const lines = (paths: Position[][]) => paths.map((path) => feature('LineString', path))
const layer = (name: string, from: number, to: number, tolerance: number, features: Feature[]): Layer => ({
  name,
  from,
  to,
  tolerance,
  features,
})

export function worldLayers(): Layer[] {
  return [
    { ...layer('water', 0, 4, 3, naturalLand('50m')), complement: true },
    { ...layer('water', 5, 7, 4, naturalLand('10m')), complement: true },
    { ...layer('water', WORLD_ZOOM, WORLD_ZOOM, 16, land('h')), complement: true },
    layer('lake', 0, 5, 3, [...naturalEarth('lakes'), ...inlandSeas()]),
    layer('lake', 6, WORLD_ZOOM, 20, lakes('h')),
    layer('river', 3, 5, 4, naturalEarth('rivers')),
    layer('river', 6, 7, 12, riverLines('h', [1])),
    layer('river', 8, WORLD_ZOOM, 12, riverLines('h', [1, 2])),
    layer('region', 4, WORLD_ZOOM, 18, regionBorders()),
    layer('border', 0, WORLD_ZOOM, 4, lines(countryBorders())),
    { ...layer('region_label', 5, WORLD_ZOOM, 0, regionLabels()), byZoom: true },
    layer('country_label', 1, 6, 0, countryLabels()),
    { ...layer('sea_label', 0, 7, 0, seaLabels()), byZoom: true },
    { ...layer('place', 2, WORLD_ZOOM, 0, places(2, WORLD_ZOOM)), byZoom: true },
  ]
}

/** The layers without labels at full resolution, with land that covers the coarser world. */
export function fineLayers(world: Layer[]): Layer[] {
  const fine = (name: string, tolerance: number, features: Feature[]) => layer(name, FINE_ZOOM, FINE_ZOOM, tolerance, features)
  const reuse = (name: string, tolerance: number) =>
    fine(name, tolerance, world.findLast((coarse) => coarse.name === name)!.features)
  return [
    { ...fine('land', 0, []), cover: true },
    { ...fine('water', 2, land('f')), complement: true },
    fine('lake', 3, lakes('f')),
    fine('river', 3, riverLines('f', [1, 2, 3, 4])),
    reuse('region', 4),
    reuse('border', 4),
  ]
}
