import type { ExpressionSpecification } from 'maplibre-gl'

/** Interpolates numbers between zooms: `byZoom(3, 0.5, 9, 2)` is 0.5 at zoom 3 and 2 at zoom 9. */
export const byZoom = (...stops: number[]): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], ...stops]

/** Interpolates as streets grow: by half at each zoom. */
export const byStreetZoom = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops,
]

/** Returns a number for each value of the property `rank`, from 0. The last one applies to all other values. */
export const byRank = (...sizes: [number, number, number, number, number, ...number[]]): ExpressionSpecification => {
  const last = sizes[sizes.length - 1] ?? 0
  const [first, ...others] = sizes.slice(0, -1)
  return ['match', ['get', 'rank'], 0, first ?? last, ...others.flatMap((size, i) => [i + 1, size]), last]
}

/** Matches features by their property `kind`. */
export const isKind = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
