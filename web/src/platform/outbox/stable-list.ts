/** Returns a selector that returns the same array while its items are the same, to avoid renders of unchanged lists. */
export function stableList<Item>(select: () => readonly Item[]): () => readonly Item[] {
  let last: readonly Item[] = []
  return () => {
    const next = select()
    if (next.length !== last.length || next.some((item, index) => item !== last[index])) last = next
    return last
  }
}
