/** Milliseconds for which a message must be visible to count as seen. */
export const SEEN_AFTER_MS = 500

/**
 * Follows which messages of a chat were visible for {@link SEEN_AFTER_MS}. The mark rises to the newest of them with none unseen
 * below it: seqs have no gaps (decisions/0202).
 * @param seenSeq the highest seq that the user has seen before
 */
export function createSeenMark(seenSeq: number) {
  let mark = seenSeq
  /** The seqs above the mark that were visible long enough. */
  const seen = new Set<number>()
  /** Since when the seqs above the mark are visible, in milliseconds. */
  const visibleSince = new Map<number, number>()

  const raise = (seq: number) => {
    mark = Math.max(mark, seq)
    while (seen.has(mark + 1)) mark += 1
    for (const passed of seen) if (passed <= mark) seen.delete(passed)
    for (const passed of visibleSince.keys()) if (passed <= mark) visibleSince.delete(passed)
  }

  return {
    /** The highest seq with none unseen below it. */
    seq: (): number => mark,
    /** Raises the mark: the user has seen the messages elsewhere, or marks all. */
    raise,
    /**
     * Call it with the visible seqs whenever they may have changed.
     * @param at milliseconds of any clock
     * @returns the milliseconds after which it must be called again; null: not before a change
     */
    look(visible: readonly number[], at: number): number | null {
      const shown = new Set(visible)
      for (const [seq, since] of visibleSince) {
        if (at - since >= SEEN_AFTER_MS) seen.add(seq)
        if (seen.has(seq) || !shown.has(seq)) visibleSince.delete(seq)
      }
      for (const seq of visible) if (seq > mark && !seen.has(seq) && !visibleSince.has(seq)) visibleSince.set(seq, at)
      raise(mark)
      const first = Math.min(...visibleSince.values())
      return first === Infinity ? null : first + SEEN_AFTER_MS - at
    },
    /** Returns the highest seq up to which all messages are seen or visible. */
    reach(visible: readonly number[]): number {
      const shown = new Set(visible)
      let seq = mark
      while (seen.has(seq + 1) || shown.has(seq + 1)) seq += 1
      return seq
    },
  }
}
