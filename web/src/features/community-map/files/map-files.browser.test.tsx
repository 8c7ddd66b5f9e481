import { expect, test } from 'vitest'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import type { Place } from '@noroshi/contract/places/places.http'
import { newId } from '../../../platform/ids.ts'
import { loadTexts, text } from '../../../platform/language/i18n.ts'
import { type Missing, needsState } from './add-found.ts'
import { FOUND_MAX, TooManyFeaturesError } from './found-features.ts'
import { MAP_FILE_BYTES_MAX, readMapFile, TooLargeFileError, UnreadableFileError } from './read-map-file.ts'
import { MAP_FORMATS, mapFileOf } from './write-map-file.ts'

const read = (content: string) => readMapFile(new Blob([content]), 'Unnamed')
const kml = (body: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`

const place: Place = {
  id: newId(),
  kind: 'meetingPoint',
  ownKind: { name: '入浴', icon: 'bath' },
  name: '松の湯 <b>&',
  note: '18時まで',
  state: null,
  capacity: null,
  latitude: 38.26,
  longitude: 140.87,
  version: 1,
  updatedAt: '2026-11-30T09:30:00.000Z',
}
const report: FieldReport = {
  id: newId(),
  subject: 'water',
  state: 'broken',
  latitude: 38.26,
  longitude: 140.87,
  confirmedAt: place.updatedAt,
  version: 1,
}
const points = [
  { latitude: 38.26, longitude: 140.87 },
  { latitude: 38.27, longitude: 140.88 },
  { latitude: 38.28, longitude: 140.87 },
]
const line: MapShape = {
  id: newId(),
  geometry: 'line',
  kind: 'route',
  name: '避難経路',
  color: 'green',
  points,
  version: 1,
  updatedAt: place.updatedAt,
}
const area: MapShape = { ...line, id: newId(), geometry: 'area', kind: 'flooded', color: 'blue', name: '浸水' }

test.each(MAP_FORMATS)('what is saved as %s is read again', async (format) => {
  await loadTexts()
  const { places, shapes, unreadable } = await readMapFile(
    mapFileOf(format, { places: [place], reports: [], shapes: [line, area] }, text),
    'Unnamed',
  )
  expect(unreadable).toBe(0)
  expect(places).toMatchObject([{ name: place.name, latitude: 38.26, longitude: 140.87 }])
  expect(shapes.map(({ name }) => name)).toEqual(['避難経路', '浸水'])
  if (format === 'gpx') return // GPX has neither kinds nor areas
  expect(places).toMatchObject([{ kind: 'meetingPoint', ownKind: place.ownKind, note: place.note }])
  expect(shapes).toMatchObject([
    { geometry: 'line', kind: 'route', color: 'green', points },
    { geometry: 'area', kind: 'flooded', color: 'blue', points },
  ])
})

test.each(MAP_FORMATS)('a closed shelter that is saved as %s is not read as open, and a report is no place', async (format) => {
  await loadTexts()
  const room = { state: 'closed', capacity: 120, facilities: ['water', 'wheelchair'] } satisfies Partial<Place>
  const shelter: Place = { ...place, ...room, kind: 'shelter', ownKind: undefined }
  const found = await readMapFile(mapFileOf(format, { places: [shelter], reports: [report], shapes: [] }, text), 'Unnamed')
  expect([found.places.length, found.reports, found.unreadable]).toEqual([1, 1, 0])
  const chosen = { placeKind: 'hall', shapeKind: 'other', placeState: null } as const
  expect(needsState(found.places, chosen)).toBe(format === 'gpx')
  if (format === 'gpx') return
  expect(found.places).toMatchObject([{ kind: 'shelter', ...room }])
})

test('the state of a place is asked only if its kind has one and the file has none that is known', async () => {
  const of = (properties: object) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [140, 38] } })
  const asks = async (properties: object, placeKind: Missing['placeKind']) => {
    const { places } = await read(JSON.stringify(of(properties)))
    return needsState(places, { placeKind, shapeKind: 'other', placeState: null })
  }
  expect(await asks({ kind: 'shelter', state: 'full' }, 'water')).toBe(false)
  expect(await asks({ kind: 'shelter', state: 'burnt' }, 'water')).toBe(true)
  expect(await asks({ state: 'open' }, 'shelter')).toBe(true)
  expect(await asks({ state: 'open' }, 'water')).toBe(false)
  for (const capacity of [-1, '0x10', '1e1', ''])
    expect((await read(JSON.stringify(of({ kind: 'hall', capacity })))).places).toMatchObject([{ capacity: null }])
})

const unknown = { kind: null, ownKind: null, state: null, capacity: null, facilities: [] }

test('a file of another program has names, plain notes and no kinds', async () => {
  const placemark = `<Placemark><name>Well</name><description><![CDATA[<b>Deep</b><img src=x onerror=alert(1)>]]></description>
    <Point><coordinates>140.9,38.3,0</coordinates></Point></Placemark>`
  expect((await read(kml(placemark))).places).toEqual([
    { name: 'Well', note: 'Deep', latitude: 38.3, longitude: 140.9, ...unknown },
  ])
  const track = '<trk><name>Walk</name><trkseg><trkpt lat="38" lon="140"/><trkpt lat="38.1" lon="140.1"/></trkseg></trk>'
  const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="38" lon="140"/>${track}</gpx>`
  const found = await read(gpx)
  expect(found.places).toMatchObject([{ name: 'Unnamed' }])
  expect(found.shapes).toMatchObject([{ name: 'Walk', geometry: 'line', kind: null, color: null }])
})

test('broken, foreign, large and dangerous files are refused', async () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><kml>&b;</kml>`
  for (const content of ['', '{', '[]', '{"type":"Topology"}', '<kml><Document>', '<html></html>', 'PK\u0003\u0004', bomb])
    await expect(read(content)).rejects.toThrow(UnreadableFileError)
  await expect(read(' '.repeat(MAP_FILE_BYTES_MAX + 1))).rejects.toThrow(TooLargeFileError)
  const feature = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [140, 38] } }
  const many = { type: 'FeatureCollection', features: Array<unknown>(FOUND_MAX + 1).fill(feature) }
  await expect(read(JSON.stringify(many))).rejects.toThrow(TooManyFeaturesError)
})

test('features without a location on the earth are counted, and the others are read', async () => {
  const of = (geometry: unknown) => ({ type: 'Feature', properties: null, geometry })
  const features = [
    of(null),
    of({ type: 'Point', coordinates: [500, 38] }),
    of({ type: 'Point', coordinates: ['140', 38] }),
    of({ type: 'LineString', coordinates: [[140, 38]] }),
    of({ type: 'Point', coordinates: [140, 38] }),
  ]
  const found = await read(JSON.stringify({ type: 'FeatureCollection', features }))
  expect([found.places.length, found.shapes.length, found.unreadable]).toEqual([1, 0, 4])
})
