export type Position = [number, number]
export type Properties = Record<string, string | number>
export interface Feature {
  type: 'Feature'
  properties: Properties
  geometry: { type: string; coordinates: unknown }
}

export const feature = (type: string, coordinates: unknown, properties: Properties = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})

/** Returns the same key for a point on both sides of the antimeridian. */
const pointKey = ([lon, lat]: Position) => `${Math.round((((lon % 360) + 360) % 360) * 1e5) % 36e6},${Math.round(lat * 1e5)}`

/** Shifts a segment by multiples of 360 degrees, so that it continues from `from`. */
function continueFrom(from: Position, segment: Position[]): Position[] {
  const turns = Math.round((from[0] - segment[0][0]) / 360) * 360
  return turns === 0 ? segment : segment.map(([lon, lat]) => [lon + turns, lat])
}

/** Removes the jump at the antimeridian. A ring around the south pole is closed along the lower edge of the map. */
export function unwrapped(ring: Position[]): Position[] {
  let turn = 0
  const line = ring.map(([lon, lat], i): Position => {
    const step = i ? lon - ring[i - 1][0] : 0
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360
    return [lon + turn, lat]
  })
  return turn ? [...line, [line.at(-1)![0], -90], [line[0][0], -90], line[0]] : line
}

/** Joins segments that share end points into the longest possible lines. */
export function joinSegments(segments: Position[][]): Position[][] {
  const byEnd = new Map<string, number[]>()
  segments.forEach((segment, index) => {
    for (const end of [segment[0], segment.at(-1)!]) {
      const key = pointKey(end)
      const list = byEnd.get(key)
      if (list) list.push(index)
      else byEnd.set(key, [index])
    }
  })
  const used = new Uint8Array(segments.length)
  const grow = (line: Position[]) => {
    for (;;) {
      const tail = line.at(-1)!
      const key = pointKey(tail)
      const next = byEnd.get(key)!.find((index) => !used[index])
      if (next === undefined) return line
      used[next] = 1
      const segment = pointKey(segments[next][0]) === key ? segments[next] : segments[next].toReversed()
      const points = continueFrom(tail, segment)
      for (let i = 1; i < points.length; i++) line.push(points[i])
    }
  }
  const lines: Position[][] = []
  segments.forEach((segment, index) => {
    if (used[index]) return
    used[index] = 1
    lines.push(grow(grow([...segment]).reverse()))
  })
  return lines
}

/** Whether the line is a closed ring. A line that ends 360 degrees away circles a pole and encloses no area on the map. */
export const isRing = (line: Position[]) =>
  line.length > 3 && Math.abs(line[0][0] - line.at(-1)![0]) < 1 && pointKey(line[0]) === pointKey(line.at(-1)!)

type Box = [west: number, south: number, east: number, north: number]

export function bounds(line: Position[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of line) {
    if (lon < box[0]) box[0] = lon
    if (lat < box[1]) box[1] = lat
    if (lon > box[2]) box[2] = lon
    if (lat > box[3]) box[3] = lat
  }
  return box
}

/** The Web Mercator tile of a point, as fractions. */
export function tileOf([lon, lat]: Position, zoom: number): Position {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180)
  const size = 2 ** zoom
  return [((lon + 180) / 360) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size]
}
