interface PageOf<Item> {
  items: Item[]
  /** The position of the last row of the page, with which the next page is read; null on the last page. */
  nextCursor: string | null
}

/** Returns a page of a list from rows that were read with a limit of `size` + 1. Its cursor is the id of its last row. */
export const pageOf = <Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  size: number,
  present: (row: Row) => Item,
): PageOf<Item> => pageBy(({ id }) => id, rows, size, present)

/** Returns a page as {@link pageOf} does, for a list with another cursor. */
export function pageBy<Row, Item>(
  cursorOf: (row: Row) => string,
  rows: readonly Row[],
  size: number,
  present: (row: Row) => Item,
): PageOf<Item> {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return {
    items: page.map((row) => present(row)),
    nextCursor: rows.length > size && last !== undefined ? cursorOf(last) : null,
  }
}
