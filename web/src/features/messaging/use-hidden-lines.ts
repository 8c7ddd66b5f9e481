import { startTransition, useEffect, useState } from 'react'

/** Number of lines above the position where a chat opens that are rendered at once: more than a window shows. */
export const FIRST_LINES = 40

/**
 * Returns how many of the oldest lines are hidden at first.
 * @param lineCount number of loaded lines
 * @param startIndex index of the line at which the chat opens; null: it opens at its end
 */
export const firstHiddenLines = (lineCount: number, startIndex: number | null): number =>
  Math.max(0, (startIndex ?? lineCount) - FIRST_LINES)

/**
 * Returns how many of the oldest lines are not rendered yet: those of {@link firstHiddenLines} until the others are on
 * the screen, then none. To render 300 lines takes a phone a second.
 * @param isWhole whether all lines are rendered at once, because the user reads them from above
 */
export function useHiddenLines(lineCount: number, startIndex: number | null, isWhole: boolean): number {
  const [hasAll, setHasAll] = useState(isWhole)
  const isLoaded = lineCount > 0
  useEffect(() => {
    if (isLoaded) startTransition(() => setHasAll(true))
  }, [isLoaded])
  return hasAll ? 0 : firstHiddenLines(lineCount, startIndex)
}
