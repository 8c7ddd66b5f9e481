import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Area, AREA_POINTS_MAX, isInArea, unwrapped } from './area.ts'

const degrees = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true })
const point = fc.record({ latitude: degrees(-80, 80), longitude: degrees(-180, 180) })
/** Wraps a longitude into the range of the map. */
const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

/** A star-shaped area around a centre: each point has an angle and a distance of its own. */
const star = fc
  .record({
    centre: point,
    distances: fc.array(degrees(0.5, 4), { minLength: 3, maxLength: AREA_POINTS_MAX }),
  })
  .map(({ centre, distances }) => ({
    centre,
    area: distances.map((distance, index) => {
      const angle = (2 * Math.PI * index) / distances.length
      return {
        latitude: centre.latitude + distance * Math.sin(angle),
        longitude: wrapped(centre.longitude + distance * Math.cos(angle)),
      }
    }),
  }))

test('the centre of an area is inside, also across the antimeridian, and a point beyond its edge is not', () => {
  fc.assert(
    fc.property(star, ({ centre, area }) => {
      expect(isInArea(area, centre)).toBe(true)
      expect(isInArea(area, { ...centre, longitude: wrapped(centre.longitude + 9) })).toBe(false)
      expect(isInArea(area, { ...centre, latitude: centre.latitude + 9 })).toBe(false)
    }),
  )
})

test('neither the first point nor the direction of an area changes what is inside', () => {
  fc.assert(
    fc.property(star, point, fc.nat(AREA_POINTS_MAX), ({ area }, at, turn) => {
      const split = turn % area.length
      const turned = [...area.slice(split), ...area.slice(0, split)]
      const expected = isInArea(area, at)
      expect(isInArea(turned.toReversed(), at)).toBe(expected)
    }),
  )
})

test('consecutive points of an area are less than half a turn apart', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: AREA_POINTS_MAX }), (points) => {
      const longitudes = unwrapped(points).map(({ longitude }) => longitude)
      for (const [index, longitude] of longitudes.slice(1).entries())
        expect(Math.abs(longitude - (longitudes[index] ?? 0))).toBeLessThanOrEqual(180.000_001)
    }),
  )
})

test.each([
  [2, false],
  [3, true],
  [AREA_POINTS_MAX, true],
  [AREA_POINTS_MAX + 1, false],
])('an area of %i points is valid: %s', (count, isValid) => {
  const points = Array.from({ length: count }, (_, index) => ({ latitude: index / 10, longitude: index % 7 }))
  expect(Area.safeParse(points).success).toBe(isValid)
})
