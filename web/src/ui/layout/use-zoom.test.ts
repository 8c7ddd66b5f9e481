import { expect, test } from 'vitest'
import { clampZoom, zoomAt } from './use-zoom.ts'

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

test('the point around which a picture is zoomed stays where it is', () => {
  const point = { x: 100, y: -40 }
  const before = { scale: 1, x: 0, y: 0 }
  const after = zoomAt(before, 2, point)
  expect(after).toEqual({ scale: 2, x: -100, y: 40 })
  // The same point of the picture is at the same pixel: position = offset + scale * point of the picture.
  expect(after.x + after.scale * point.x).toBe(point.x)
  expect(zoomAt(after, 0.5, point)).toEqual(before)
})

test('a picture at its largest scale is not moved by a further zoom', () => {
  expect(zoomAt({ scale: 5, x: 30, y: 20 }, 2, { x: 100, y: 100 })).toEqual({ scale: 5, x: 30, y: 20 })
})
