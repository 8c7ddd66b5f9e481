import { describe, expect, it } from 'vitest'
import { LOCATE_ZOOM, LOCATION_ZOOM, MAX_ZOOM, MIN_ZOOM, WORLD_ZOOM, toMapZoom } from './zoom.ts'

describe('the zooms of section 9', () => {
  it('are lower by one for tiles of 512 pixels', () => {
    expect([MIN_ZOOM, LOCATION_ZOOM, LOCATE_ZOOM, MAX_ZOOM].map(toMapZoom)).toEqual([2, 11, 14, 17])
  })

  it('use the least zoom without a location', () => {
    expect(toMapZoom(WORLD_ZOOM)).toBe(toMapZoom(MIN_ZOOM))
  })

  it('are clamped to the range', () => {
    expect(toMapZoom(-4)).toBe(2)
    expect(toMapZoom(40)).toBe(17)
  })
})
