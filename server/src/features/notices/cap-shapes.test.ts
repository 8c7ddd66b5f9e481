import { expect, test } from 'vitest'
import { NOTICE_SHAPE_POINTS_MAX } from '@noroshi/contract/notices/notices.http'
import { circleOf, polygonOf } from './cap-shapes.ts'

test('a polygon is stored without its repeated last point, and one with an error is refused', () => {
  expect(polygonOf('38,140 38.5,140 38.5,141\n38,140')).toEqual([
    { latitude: 38, longitude: 140 },
    { latitude: 38.5, longitude: 140 },
    { latitude: 38.5, longitude: 141 },
  ])
  const refused = ['', '38,140 38,140', '38,140 39,140 39,141 38,141', '38,140 x,140 39,141 38,140', '91,0 0,0 0,1 91,0']
  for (const text of [...refused, '0x10,140 39,140 39,141 0x10,140', '1e1,140 39,140 39,141 1e1,140'])
    expect(polygonOf(text)).toBeNull()
})

test('a polygon over the antimeridian keeps longitudes on both of its sides', () => {
  expect(polygonOf('50,179 51,179 51,-179 50,-179 50,179')?.map(({ longitude }) => longitude)).toEqual([179, 179, -179, -179])
})

test('a long edge is stored with few points', () => {
  const points = Array.from({ length: 20_000 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 20_000
    return `${38 + Math.cos(angle)},${140 + Math.sin(angle)}`
  })
  const edge = polygonOf([...points, points[0]].join(' ')) ?? []
  expect(edge.length).toBeGreaterThan(10)
  expect(edge.length).toBeLessThanOrEqual(NOTICE_SHAPE_POINTS_MAX)
})

test('a circle becomes an edge at its radius, and one that is no area of a map is refused', () => {
  const edge = circleOf('38,140 111.32') ?? []
  expect(edge[0]).toEqual({ latitude: 39, longitude: 140 })
  expect(edge.length).toBeLessThanOrEqual(NOTICE_SHAPE_POINTS_MAX)
  expect(circleOf('38,140 0')).toHaveLength(edge.length)
  for (const text of ['', '38,140', '38,140 -1', '38,140 x', '38,140 0x10', '38,140 1e1', '38,140 5000', '38 140 5'])
    expect(circleOf(text)).toBeNull()
})
