import { expect, test } from 'vitest'
import type { MapMarker } from '../map-types.ts'
import { outsideAlerts } from './outside.ts'

/** A map of 400 by 300 pixels around (38, 140), with 100 pixels for each degree. */
const view = {
  width: 400,
  height: 300,
  center: { latitude: 38, longitude: 140 },
  project: ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    x: 200 + (longitude - 140) * 100,
    y: 150 - (latitude - 38) * 100,
  }),
}
const alert = (id: string, latitude: number, longitude: number): MapMarker => ({
  kind: 'alert',
  id,
  label: id,
  latitude,
  longitude,
})

test('alerts outside of the map are one arrow for each direction, which shows the nearest one', () => {
  const arrows = outsideAlerts(
    [alert('inside', 38.5, 140), alert('east', 38, 143), alert('far east', 38.1, 146), alert('north', 41, 140)],
    view,
  )
  expect(arrows.map(({ nearest, count, direction }) => [nearest.id, count, direction])).toEqual([
    ['east', 2, 'east'],
    ['north', 1, 'north'],
  ])
})

test('an arrow is within the map and points away from its centre', () => {
  const [east, north] = outsideAlerts([alert('east', 38, 143), alert('north', 41, 140)], view)
  expect(east).toMatchObject({ angle: 0, y: 150 })
  expect(east!.x).toBeGreaterThan(200)
  expect(east!.x).toBeLessThan(400)
  expect(north!.angle).toBeCloseTo(-90)
  expect(north!.y).toBeGreaterThan(0)
  expect(north!.y).toBeLessThan(150)
})

test('people and places have no arrows', () => {
  const place: MapMarker = { kind: 'place', id: 'p', label: 'p', icon: null, tone: 'plain', latitude: 45, longitude: 140 }
  expect(outsideAlerts([place], view)).toEqual([])
})
