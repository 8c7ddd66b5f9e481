import { expect, test } from 'vitest'
import { fitOverlay, type OverlayPoint } from './overlay-fit.ts'

const at = (x: number, y: number, latitude: number, longitude: number): OverlayPoint => ({ x, y, latitude, longitude })

test('three points lay a picture that is upright, turned or over the antimeridian', () => {
  const cornersOf = (points: OverlayPoint[]) => {
    const fit = fitOverlay(points)
    return 'corners' in fit
      ? fit.corners.map(({ latitude, longitude }) => [latitude, longitude].map((degrees) => Math.round(degrees * 1e4) / 1e4 + 0))
      : fit.problem
  }
  expect(cornersOf([at(0, 0, 38.02, 140), at(1, 0, 38.02, 140.03), at(0, 1, 38, 140)])).toEqual([
    [38.02, 140],
    [38.02, 140.03],
    [38, 140.03],
    [38, 140],
  ])
  // Inner points, and the left side of the picture is in the south.
  expect(cornersOf([at(0.25, 0.5, 0.5, 0), at(0.75, 0.5, 1.5, 0), at(0.5, 1, 1, 1)])).toMatchObject([
    [expect.closeTo(0, 3), -1],
    [expect.closeTo(2, 3), -1],
    [expect.closeTo(2, 3), 1],
    [expect.closeTo(0, 3), 1],
  ])
  expect(cornersOf([at(0, 0, 1, 179.5), at(1, 0, 1, -179.5), at(0, 1, 0, 179.5)])).toMatchObject([
    [1, 179.5],
    [1, 180.5],
    [0, 180.5],
    [0, 179.5],
  ])
})

test('points in one line, a mirrored picture and a distorted one are refused', () => {
  const [left, right] = [at(0, 0, 38.02, 140), at(1, 0, 38.02, 140.03)]
  const problemOf = (...points: OverlayPoint[]) => {
    const fit = fitOverlay(points)
    return 'problem' in fit ? fit.problem : null
  }
  expect(problemOf(left, right)).toBe('inLine')
  expect(problemOf(left, left, left)).toBe('inLine')
  expect(problemOf(left, right, at(0.5, 0.01, 38, 140))).toBe('inLine')
  expect(problemOf(left, right, at(0, 1, 38.0199, 140.015))).toBe('inLine')
  expect(problemOf(left, right, at(0, 1, 38.04, 140))).toBe('mirrored')
  expect(problemOf(at(0.4, 0.5, 38.02, 140), at(0.42, 0.5, 38.02, 141), at(0.41, 0.52, 30, 140.5))).toBe('distorted')
  expect(problemOf(left, at(1, 0, 38.02, 175), at(0, 1, 10, 140))).toBe('distorted')
})
