/** The quantile of the values for a share from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Formats the median, minimum and maximum: `12.3 ms (11.0-15.8)`. */
export const spread = (values: readonly number[], unit = 'ms'): string =>
  `${median(values).toFixed(1)} ${unit} (${Math.min(...values).toFixed(1)}-${Math.max(...values).toFixed(1)})`

/** The monotonic clock in milliseconds, the same in all processes. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6
