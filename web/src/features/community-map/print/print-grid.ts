/** Letters of the columns of the grid, from the left. The cells are about squares. */
export const COLUMN_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const
const COLUMNS = COLUMN_LETTERS.length

/** Returns the number of rows for a picture with this width divided by its height. */
export const rowsOf = (aspect: number): number => Math.max(1, Math.round(COLUMNS / aspect))

/** Returns the cell of a position, which is a share of the width and the height: 'C3'. */
export function cellOf(x: number, y: number, aspect: number): string {
  const index = (share: number, count: number) => Math.min(count - 1, Math.floor(share * count))
  return `${COLUMN_LETTERS[index(x, COLUMNS)]}${index(y, rowsOf(aspect)) + 1}`
}
