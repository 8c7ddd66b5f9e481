import { expect, test } from 'vitest'
import { appendEntry, canonicalJson, type Content } from './chain.ts'
import { geoJsonOf } from './record-geojson.ts'

const entryOf = (kind: string, payload: Content) =>
  appendEntry('chain', undefined, { at: '2026-11-30T00:00:00.000Z', kind, payload })

test('the locations of a record are points with longitude first, and entries without one are left out', async () => {
  const by = { id: 'a', firstName: '遥', lastName: '佐藤' }
  const { features } = geoJsonOf([
    await entryOf('raised', { by, latitude: 38.2, longitude: 140.8, accuracy: 12 }),
    await entryOf('message', { by, latitude: null, longitude: null }),
    { ...(await entryOf('location', {})), payload: null },
    await entryOf('location', { by: null, latitude: 38.3, longitude: 140.9, accuracy: null }),
  ])
  expect(features.map(({ geometry, properties }) => [geometry.coordinates, properties.person, properties.accuracy])).toEqual([
    [[140.8, 38.2], '遥 佐藤', 12],
    [[140.9, 38.3], null, null],
  ])
})

test('equal values have equal canonical texts, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 'é' }], a: null })).toBe('{"a":null,"b":[{"c":"é","d":1}]}')
  expect(canonicalJson({ a: null, b: [{ c: 'é', d: 1 }] })).toBe('{"a":null,"b":[{"c":"é","d":1}]}')
})
