import type { AreaPoint } from '../area.ts'

type Points = readonly AreaPoint[]

/** Returns the square of the distance of a point from a side, in degrees. */
function deviation(point: AreaPoint, from: AreaPoint, to: AreaPoint): number {
  const [dx, dy] = [to.longitude - from.longitude, to.latitude - from.latitude]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.longitude - from.longitude) * dx + (point.latitude - from.latitude) * dy) / length
  const share = Math.max(0, Math.min(1, along))
  return (point.longitude - from.longitude - share * dx) ** 2 + (point.latitude - from.latitude - share * dy) ** 2
}

/** Returns the points without those that deviate less than a tolerance (Ramer-Douglas-Peucker). */
function simplified(points: Points, tolerance: number): AreaPoint[] {
  const kept = new Set([0, points.length - 1])
  const parts: [number, number][] = [[0, points.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    const [from, to] = [points[first], points[last]]
    if (!from || !to) continue
    let [farthest, most] = [first, tolerance ** 2]
    for (let index = first + 1; index < last; index++) {
      const point = points[index]
      const distance = point ? deviation(point, from, to) : 0
      if (distance > most) [farthest, most] = [index, distance]
    }
    if (farthest === first) continue
    kept.add(farthest)
    parts.push([first, farthest], [farthest, last])
  }
  return points.filter((_, index) => kept.has(index))
}

/** The first tolerance in degrees: about two metres. */
const TOLERANCE = 0.00002
/** Points that are compared with each other, for each one that stays. The time rises with their square. */
const COMPARED = 10

/** Returns at most `max` points in equal steps, with the first and the last one. */
function sampled(points: Points, max: number): Points {
  if (points.length <= max) return points
  const step = (points.length - 1) / (max - 1)
  return Array.from({ length: max }, (_, index) => points[Math.round(index * step)]).filter((point) => point !== undefined)
}

/** Returns a line with at most `max` points, which keeps its form as far as possible. */
export function thinLine(points: Points, max: number): AreaPoint[] {
  let line = [...points]
  const compared = sampled(points, COMPARED * max)
  for (let tolerance = TOLERANCE; line.length > max; tolerance *= 4) line = simplified(compared, tolerance)
  return line
}
