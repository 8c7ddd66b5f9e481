import { startTransition, useEffect, useState } from 'react'

/** Number of lines above the position where a chat opens that are rendered at once: more than a window shows. */
export const FIRST_LINES = 40

interface Line {
  readonly seq: number
}

/**
 * Returns the seq of the first line that is rendered at once.
 * @param startSeq seq of the line at which the chat opens; null: it opens at its end
 */
export function firstShownSeq(lines: readonly Line[], startSeq: number | null): number {
  const start = startSeq === null ? -1 : lines.findIndex(({ seq }) => seq >= startSeq)
  return lines[(start < 0 ? lines.length : start) - FIRST_LINES]?.seq ?? 0
}

/**
 * Returns how many of the oldest lines are not rendered yet: those before {@link firstShownSeq} at first, then none. A
 * phone needs about a second to render 300 lines.
 * @param isWhole whether all lines are rendered at once, because the user reads them from above
 */
export function useHiddenLines(lines: readonly Line[], startSeq: number | null, isWhole: boolean): number {
  const isLoaded = lines.length > 0
  /** null until the lines are loaded. Messages that arrive before all lines are rendered do not move it. */
  const [firstSeq, setFirstSeq] = useState(isWhole ? 0 : null)
  if (isLoaded && firstSeq === null) setFirstSeq(firstShownSeq(lines, startSeq))
  useEffect(() => {
    if (isLoaded) startTransition(() => setFirstSeq(0))
  }, [isLoaded])
  return Math.max(
    0,
    lines.findIndex(({ seq }) => seq >= (firstSeq ?? 0)),
  )
}
