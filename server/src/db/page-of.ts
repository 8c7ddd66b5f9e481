/**
 * Returns a page of a list from rows that were read with a limit of `size` + 1.
 * @returns `nextCursor`: the id of the last row of the page, with which the next page is read; null on the last page
 */
export function pageOf<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  size: number,
  present: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, size)
  return { items: page.map((row) => present(row)), nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null }
}
