import { describe, expect, it } from 'vitest'
import { bearingDegrees, compassOctant, distanceMetres, isLatLng } from './distance.ts'

const sendai = { latitude: 38.2602, longitude: 140.8824 }
const tokyo = { latitude: 35.6812, longitude: 139.7671 }
const osaka = { latitude: 34.7025, longitude: 135.4959 }

describe('distanceMetres', () => {
  it('returns the same distance in both directions', () => {
    expect(distanceMetres(sendai, tokyo)).toBeCloseTo(303_400, -3)
    expect(distanceMetres(tokyo, sendai)).toBeCloseTo(distanceMetres(sendai, tokyo), 6)
  })

  it('returns 0 for equal locations', () => {
    expect(distanceMetres(sendai, sendai)).toBe(0)
  })

  it('uses the shorter way across the antimeridian', () => {
    const metres = distanceMetres({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })
    expect(metres).toBeCloseTo(111_195, -1)
  })

  it('returns at most half the circumference of the earth', () => {
    expect(distanceMetres({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20_015_115, -1)
  })
})

describe('compassOctant', () => {
  const from = { latitude: 0, longitude: 0 }
  it.each([
    ['north', 1, 0],
    ['northeast', 1, 1],
    ['east', 0, 1],
    ['southeast', -1, 1],
    ['south', -1, 0],
    ['southwest', -1, -1],
    ['west', 0, -1],
    ['northwest', 1, -1],
  ] as const)('returns %s', (octant, latitude, longitude) => {
    expect(compassOctant(from, { latitude, longitude })).toBe(octant)
  })

  it('returns north slightly west of north', () => {
    expect(compassOctant(from, { latitude: 1, longitude: -0.1 })).toBe('north')
  })

  it('returns west from Tokyo to Osaka', () => {
    expect(bearingDegrees(tokyo, osaka)).toBeGreaterThan(250)
    expect(compassOctant(tokyo, osaka)).toBe('west')
  })
})

describe('isLatLng', () => {
  it('rejects missing values and values out of range', () => {
    expect(isLatLng(sendai)).toBe(true)
    expect([null, undefined, {}, { latitude: 91, longitude: 0 }, { latitude: NaN, longitude: 0 }].some(isLatLng)).toBe(false)
  })
})
