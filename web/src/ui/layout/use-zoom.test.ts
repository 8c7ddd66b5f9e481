import { expect, test } from 'vitest'
import { clampZoom } from './use-zoom.ts'

const stage = { width: 400, height: 300 }

test('the scale is limited to 1 to 5', () => {
  expect(clampZoom({ scale: 0.2, x: 0, y: 0 }, stage).scale).toBe(1)
  expect(clampZoom({ scale: 40, x: 0, y: 0 }, stage).scale).toBe(5)
})

test('a zoomed picture moves up to its edge; an unzoomed one does not move', () => {
  expect(clampZoom({ scale: 2, x: 900, y: -900 }, stage)).toEqual({ scale: 2, x: 200, y: -150 })
  expect(clampZoom({ scale: 2, x: 30, y: -20 }, stage)).toEqual({ scale: 2, x: 30, y: -20 })
  expect(clampZoom({ scale: 1, x: 50, y: 50 }, stage)).toEqual({ scale: 1, x: 0, y: 0 })
})
