import { expect, it } from 'vitest'
import { boundsOf } from './use-camera.ts'

const location = (latitude: number, longitude: number) => ({ latitude, longitude })

it('contains all locations', () => {
  expect(boundsOf([location(38, 140), location(35, 139)])).toEqual([139, 35, 140, 38])
})

it('crosses the antimeridian if that box is smaller', () => {
  expect(boundsOf([location(0, 170), location(10, -170)])).toEqual([170, 0, 190, 10])
})

it('is null without valid locations', () => {
  expect(boundsOf([])).toBeNull()
  expect(boundsOf([location(Number.NaN, 0)])).toBeNull()
})
