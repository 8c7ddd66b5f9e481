import Papa from 'papaparse'

/** The encodings in which programs write CSV files, by the names that `TextDecoder` knows. `shift_jis` is that of Japanese Excel. */
export const ENCODINGS = ['utf-8', 'shift_jis', 'utf-16le', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A row of a file. */
export interface CsvRow {
  /** The number of the row in the file, as a spreadsheet shows it; 1 is the first one. */
  readonly number: number
  readonly cells: readonly string[]
  /** A quotation mark is missing or wrong, so that its cells cannot be trusted. */
  readonly isBroken: boolean
}

const isValid = (bytes: Uint8Array, encoding: Encoding): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the encoding of a text. Any bytes are valid in windows-1252, and few are by chance in UTF-8; a text in windows-1252
 * that is valid in Shift_JIS is not recognised.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return (['utf-8', 'shift_jis'] as const).find((encoding) => isValid(bytes, encoding)) ?? 'windows-1252'
}

/** Reads the rows of a file that are not empty. The decoder removes a byte order mark. */
export function readCsv(bytes: Uint8Array, encoding: Encoding): CsvRow[] {
  const { data, errors } = Papa.parse<string[]>(new TextDecoder(encoding).decode(bytes), {
    delimitersToGuess: [',', ';', '\t'],
  })
  const broken = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row] : [])))
  return data
    .map((cells, index) => ({ number: index + 1, cells, isBroken: broken.has(index) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}
