import type { ExpressionSpecification } from 'maplibre-gl'

/** Numbers between zooms: `byZoom(3, 0.5, 9, 2)` is 0.5 at zoom 3 and 2 at zoom 9. */
export const byZoom = (...stops: number[]): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], ...stops]

/** The same, growing as streets do: by half at each zoom. */
export const byStreetZoom = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops,
]

/** A number for each value of the property `rank`, from 0 on; the last also for every other value. */
export const byRank = (...sizes: [number, number, number, number, number, ...number[]]): ExpressionSpecification => {
  const last = sizes[sizes.length - 1] ?? 0
  const [first, ...others] = sizes.slice(0, -1)
  return ['match', ['get', 'rank'], 0, first ?? last, ...others.flatMap((size, i) => [i + 1, size]), last]
}

/** Features whose property `kind` is one of these. */
export const isKind = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
