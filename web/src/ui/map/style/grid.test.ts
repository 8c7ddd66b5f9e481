import type { Feature } from 'geojson'
import { describe, expect, test } from 'vitest'
import { distanceMetres } from '../distance.ts'
import { circle, gridAndRingFeatures, lacksStreets, type View } from './grid.ts'

/** A view around Sendai at MapLibre's zoom 11. */
const view: View = { west: 140.72, south: 38.18, east: 140.99, north: 38.38, zoom: 11, height: 740 }
const me = { latitude: 38.26, longitude: 140.88 }
const AROUND = [140, 38, 142, 39] as const
const ELSEWHERE = [135, 34, 136, 35] as const

const kindsOf = (features: readonly Feature[]) => new Set(features.map(({ properties }) => properties?.['kind']))
const labelsOf = (features: readonly Feature[], kind: string) =>
  features.flatMap(({ properties }) => (properties?.['kind'] === `${kind}-label` ? [properties['label']] : []))
const linesOf = (features: readonly Feature[], kind: string) =>
  features.flatMap(({ properties, geometry }) =>
    properties?.['kind'] === kind && geometry.type === 'LineString' ? [geometry.coordinates] : [],
  )

describe('lacksStreets', () => {
  test('a near view lacks streets without an archive, and where one does not cover all of it', () => {
    expect(lacksStreets(view, null)).toBe(true)
    expect(lacksStreets(view, ELSEWHERE)).toBe(true)
    expect(lacksStreets(view, [140.8, 38, 142, 39])).toBe(true)
  })

  test('a view within the area of the streets, or far away, needs none', () => {
    expect(lacksStreets(view, AROUND)).toBe(false)
    expect(lacksStreets({ ...view, zoom: 9.9 }, null)).toBe(false)
  })
})

describe('the grid', () => {
  test('is drawn outside of the streets, and not within them', () => {
    expect(kindsOf(gridAndRingFeatures(view, ELSEWHERE, undefined).features)).toEqual(new Set(['grid', 'grid-label']))
    expect(gridAndRingFeatures(view, AROUND, undefined).features).toEqual([])
  })

  test('has lines at whole minutes, each with its degrees and minutes', () => {
    const { features } = gridAndRingFeatures(view, null, undefined)
    expect(labelsOf(features, 'grid')).toEqual(['140°45′E', '140°50′E', '140°55′E', '38°15′N', '38°20′N'])
    const positions = linesOf(features, 'grid').map(([start = [], end = []]) =>
      start[0] === end[0] ? `${start[0]?.toFixed(4)} E` : `${start[1]?.toFixed(4)} N`,
    )
    expect(positions).toEqual(['140.7500 E', '140.8333 E', '140.9167 E', '38.2500 N', '38.3333 N'])
  })

  test('names the southern and western hemispheres', () => {
    const south = { ...view, west: -70.12, east: -69.84, south: -33.6, north: -33.4 }
    const labels = labelsOf(gridAndRingFeatures(south, null, undefined).features, 'grid')
    expect(labels).toContain('70°05′W')
    expect(labels).toContain('33°30′S')
  })

  test('has no line behind the scale at the lower edge', () => {
    const { features } = gridAndRingFeatures({ ...view, south: 38.24 }, null, undefined)
    expect(labelsOf(features, 'grid')).not.toContain('38°15′N')
  })
})

describe('distance rings', () => {
  test('are drawn around the user in a near view, also within the streets', () => {
    for (const area of [null, AROUND]) expect(kindsOf(gridAndRingFeatures(view, area, me).features)).toContain('ring')
    expect(gridAndRingFeatures({ ...view, zoom: 9.9 }, null, me).features).toEqual([])
    expect(kindsOf(gridAndRingFeatures(view, null, undefined).features)).not.toContain('ring')
  })

  test('have the radius of their label', () => {
    const { features } = gridAndRingFeatures(view, AROUND, me)
    expect(labelsOf(features, 'ring')).toEqual(['2 km', '5 km', '10 km'])
    const radii = linesOf(features, 'ring').map((points) =>
      points.map(([longitude = 0, latitude = 0]) => distanceMetres(me, { latitude, longitude })),
    )
    for (const [index, metres] of [2_000, 5_000, 10_000].entries())
      for (const radius of radii[index] ?? []) expect(Math.abs(radius - metres)).toBeLessThan(metres * 0.01)
    expect(radii).toHaveLength(3)
  })

  test('are larger than the pin in their centre at each zoom', () => {
    for (let height = 0.001; height < 0.5; height *= 2) {
      const near = { ...view, south: me.latitude - height / 2, north: me.latitude + height / 2 }
      const [first] = linesOf(gridAndRingFeatures(near, AROUND, me).features, 'ring')
      const [north] = first ?? []
      const pixels = (((north?.[1] ?? 0) - me.latitude) / height) * near.height
      expect(pixels).toBeGreaterThanOrEqual(63)
    }
  })

  test('are closed circles, also near a pole', () => {
    const points = circle({ latitude: 89.9, longitude: 0 }, 5)
    expect(points[0]?.[0]).toBeCloseTo(points.at(-1)?.[0] ?? NaN)
    expect(points.flat().every(Number.isFinite)).toBe(true)
  })
})
