import { expect, it } from 'vitest'
import { boundsOf } from './use-camera.ts'

const place = (latitude: number, longitude: number) => ({ latitude, longitude })

it('frames all places', () => {
  expect(boundsOf([place(38, 140), place(35, 139)])).toEqual([139, 35, 140, 38])
})

it('frames places on both sides of the antimeridian without going around the world', () => {
  expect(boundsOf([place(0, 170), place(10, -170)])).toEqual([170, 0, 190, 10])
})

it('frames nothing where there is nothing', () => {
  expect(boundsOf([])).toBeNull()
  expect(boundsOf([place(Number.NaN, 0)])).toBeNull()
})
