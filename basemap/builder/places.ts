import seas from './seas.json' with { type: 'json' }
import { type Feature, type Position, type Properties, feature, tileOf } from './geometry.ts'
import { type City, cities, japaneseNames, naturalEarth, people, regions } from './sources.ts'

/** The name in English and, if it differs, in Japanese. */
const nameProperties = (english: string, japanese: string | undefined): Properties =>
  japanese && japanese !== english ? { name: english, ja: japanese } : { name: english }

const SEATS: Record<string, number> = { PPLC: 8, PPLA: 2.5, PPLA2: 1.3 }
const importance = (city: City) => (people(city) + 500) * (SEATS[city.featureCode] ?? 1)
const CLASSES = [3e6, 8e5, 2e5, 4e4, 8e3]

/**
 * Towns, each from the first zoom at which it is the most important of its grid cell. This spreads labels evenly: a small port on an
 * empty coast appears as early as a large suburb. The last zoom has finer cells; in Japan it shows all towns.
 */
export function places(from: number, to: number): Feature[] {
  const japanese = japaneseNames()
  const ordered = cities().toSorted((a, b) => importance(b) - importance(a) || a.cityId - b.cityId)
  const taken = new Set<string>()
  return ordered.flatMap((city) => {
    // GeoNames may list a town and its centre with the same name.
    const namesake = `${city.name} ${tileOf(city.loc.coordinates, 10).map(Math.round).join()}`
    if (taken.has(namesake)) return []
    taken.add(namesake)
    const cell = (zoom: number) =>
      `${zoom}/${tileOf(city.loc.coordinates, zoom + (zoom === to ? 3 : 2))
        .map(Math.floor)
        .join()}`
    let zoom = from
    while (zoom <= to && taken.has(cell(zoom))) zoom++
    if (zoom > to && city.country !== 'JP') return []
    // A town that takes a cell also takes its smaller cells at higher zooms.
    for (let below = zoom; below <= to; below++) taken.add(cell(below))
    const rank = CLASSES.findIndex((least) => people(city) >= least)
    const properties: Properties = {
      ...nameProperties(city.name, japanese.get(city.cityId)),
      rank: rank < 0 ? CLASSES.length : rank,
      zoom: Math.min(zoom, to),
    }
    if (city.featureCode === 'PPLC') properties.capital = 1
    return [feature('Point', city.loc.coordinates, properties)]
  })
}

export function regionLabels(): Feature[] {
  return regions().flatMap(({ properties: p }) => {
    if (!p.name_en) return []
    const zoom = Math.min(8, Math.max(5, Math.floor(Number(p.min_label)) - 1))
    return [feature('Point', [p.longitude, p.latitude], { ...nameProperties(String(p.name_en), p.name_ja as string), zoom })]
  })
}

export function countryLabels(): Feature[] {
  const codes = new Map(regions().map(({ properties: p }) => [p.adm0_a3, String(p.iso_a2)]))
  const [en, ja] = ['en', 'ja'].map((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }))
  const byCountry = Map.groupBy(cities(), (city) => city.country)
  return (naturalEarth('countries') as (Feature & { id: string })[]).flatMap((country) => {
    const code = codes.get(country.id)
    if (!code || !/^[A-Z]{2}$/.test(code)) return []
    const population = (byCountry.get(code) ?? []).reduce((sum, city) => sum + city.population, 0)
    const rank = [5e7, 1.2e7, 4e6, 5e5].findIndex((least) => population + area(country) * 4e4 >= least)
    const at = country.properties.ct as unknown as Position
    return [feature('Point', at, { ...nameProperties(en.of(code)!, ja.of(code)), rank: rank < 0 ? 4 : rank })]
  })
}

/** The approximate area of the largest polygon in square degrees, as space for a label. */
function area({ geometry }: Feature): number {
  const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Position[][][]
  return Math.max(
    ...polygons
      .filter((rings) => rings.length)
      .map(
        ([ring]) =>
          Math.abs(
            ring.reduce((sum, [x, y], i) => {
              const [nextX, nextY] = ring[(i + 1) % ring.length]
              return sum + x * nextY - nextX * y
            }, 0),
          ) / 2,
      ),
  )
}

export const seaLabels = (): Feature[] =>
  (seas as [string, string, number, number, number][]).map(([english, japanese, lon, lat, zoom]) =>
    feature('Point', [lon, lat], { ...nameProperties(english, japanese), zoom }),
  )
