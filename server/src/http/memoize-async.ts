/** Calls `compute` once and shares its promise with all callers. After a failure, the next call computes again. */
export function memoizeAsync<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let cached: Promise<Result> | null = null
  return () => {
    cached ??= compute().catch((error: unknown) => {
      cached = null
      throw error
    })
    return cached
  }
}
