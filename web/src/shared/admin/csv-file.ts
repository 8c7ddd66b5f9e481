import Papa from 'papaparse'

/**
 * The beginning of a cell that a spreadsheet could run as a formula. Japanese Excel also accepts full-width signs. Papa Parse
 * puts an apostrophe before it.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/

/** Returns rows as a CSV file that Excel opens: UTF-8 with a byte order mark. */
export function csvOf(header: readonly string[], rows: readonly (readonly string[])[]): Blob {
  const csv = Papa.unparse([[...header], ...rows.map((row) => [...row])], { escapeFormulae: FORMULA, newline: '\r\n' })
  return new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' })
}
