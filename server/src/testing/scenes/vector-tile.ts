/** A feature of a test tile. Coordinates are 0 to 4096 from the upper left corner. */
export interface TileFeature {
  readonly layer: string
  readonly shape: 'point' | 'line' | 'polygon'
  readonly points: readonly (readonly [number, number])[]
  readonly properties: Readonly<Record<string, string>>
}

const EXTENT = 4096
const SHAPES = { point: 1, line: 2, polygon: 3 } as const
const [MOVE_TO, LINE_TO, CLOSE_PATH] = [1, 2, 7] as const

/** Encodes an unsigned number as protobuf does. */
export function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

const field = (id: number, bytes: readonly number[]): number[] => [...varint(id * 8 + 2), ...varint(bytes.length), ...bytes]
const numberField = (id: number, value: number): number[] => [...varint(id * 8), ...varint(value)]
const textField = (id: number, text: string): number[] => field(id, [...Buffer.from(text)])
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

function geometryOf({ shape, points }: TileFeature): number[] {
  let [x, y] = [0, 0]
  const step = ([nextX, nextY]: readonly [number, number]) => {
    const moved = [zigzag(nextX - x), zigzag(nextY - y)]
    ;[x, y] = [nextX, nextY]
    return moved
  }
  const [first = [0, 0] as const, ...others] = points
  return [
    MOVE_TO + 8,
    ...step(first),
    ...(others.length > 0 ? [LINE_TO + 8 * others.length, ...others.flatMap(step)] : []),
    ...(shape === 'polygon' ? [CLOSE_PATH + 8] : []),
  ]
}

function layerOf(name: string, features: readonly TileFeature[]): number[] {
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))]
  const values = [...new Set(features.flatMap(({ properties }) => Object.values(properties)))]
  const featureOf = (feature: TileFeature) => {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)])
    return [
      ...field(2, tags.flatMap(varint)),
      ...numberField(3, SHAPES[feature.shape]),
      ...field(4, geometryOf(feature).flatMap(varint)),
    ]
  }
  return [
    ...textField(1, name),
    ...features.flatMap((feature) => field(2, featureOf(feature))),
    ...keys.flatMap((key) => textField(3, key)),
    ...values.flatMap((value) => field(4, textField(1, value))),
    ...numberField(5, EXTENT),
    ...numberField(15, 2),
  ]
}

/** Encodes a vector tile (MVT 2). */
export function vectorTile(features: readonly TileFeature[]): Buffer {
  const byLayer = Map.groupBy(features, ({ layer }) => layer)
  return Buffer.from([...byLayer].flatMap(([name, ofLayer]) => field(3, layerOf(name, ofLayer))))
}
