import type { ChainEntry, Content, Head } from './chain.ts'
import { firstLineOf, lastLineOf, lineOfEntry } from './record-file.ts'

/** A line of a record file that should have an entry. */
export interface ReadLine {
  /** null: the line cannot be read. */
  readonly entry: ChainEntry | null
  /** Whether the line is byte for byte as the server writes this entry. */
  readonly isCanonical: boolean
}

interface ReadFile {
  readonly chain: string | null
  readonly isBeginningIntact: boolean
  readonly lines: readonly ReadLine[]
  readonly head: Head | null
  readonly isEndIntact: boolean
}

const NEWLINE = 10

/** Reads a record file line by line, so that a damaged byte damages one entry only. */
export function readRecordFile(file: Uint8Array<ArrayBuffer>): ReadFile {
  const texts = linesOf(file)
  if (texts.at(-1) === '') texts.pop() // the file ends with a newline
  const first = texts[0] ?? null
  const last = texts.length > 1 ? (texts.at(-1) ?? null) : null
  const chain = first === null ? null : textField(parse(`${first}]}`), 'chain')
  const head = last === null ? null : headIn(parse(`{"entries":[${last}`))
  const entries = texts.slice(1, -1)
  return {
    chain,
    isBeginningIntact: chain !== null && first === firstLineOf(chain),
    lines: entries.map((text, index) => readLine(text, index === entries.length - 1)),
    head,
    isEndIntact: head !== null && last === lastLineOf(head),
  }
}

/** Returns the lines of a file. A line that is not UTF-8 is null. */
function linesOf(file: Uint8Array<ArrayBuffer>): (string | null)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const lines: (string | null)[] = []
  let start = 0
  while (start <= file.length) {
    const newline = file.indexOf(NEWLINE, start)
    const end = newline === -1 ? file.length : newline
    try {
      lines.push(decoder.decode(file.subarray(start, end)))
    } catch {
      lines.push(null)
    }
    start = end + 1
  }
  return lines
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textField(value: unknown, name: string): string | null {
  const field = isRecord(value) ? value[name] : null
  return typeof field === 'string' ? field : null
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

function readLine(text: string | null, isLast: boolean): ReadLine {
  const json = text?.endsWith(',') === true ? text.slice(0, -1) : text
  const entry = json === null ? null : entryOf(parse(json))
  const isCanonical = entry !== null && text === `${lineOfEntry(entry)}${isLast ? '' : ','}`
  return { entry, isCanonical }
}

function entryOf(value: unknown): ChainEntry | null {
  if (!isRecord(value)) return null
  const { seq, at, kind, salt, payload = null, commitment, hash } = value
  if (!isNumber(seq) || typeof at !== 'string' || typeof kind !== 'string') return null
  if (typeof commitment !== 'string' || typeof hash !== 'string') return null
  if (typeof salt !== 'string' && salt !== null) return null
  if (!isRecord(payload) && payload !== null) return null
  return { seq, at, kind, salt, payload: payload as Content | null, commitment, hash } // parsed from JSON
}

/** Returns the head in a value; null if it is none. */
export function readHead(value: unknown): Head | null {
  if (!isRecord(value)) return null
  const { chain, seq, hash, at, key, signature } = value
  if (!isNumber(seq) || typeof chain !== 'string' || typeof hash !== 'string') return null
  if (typeof at !== 'string' || typeof key !== 'string' || typeof signature !== 'string') return null
  return { chain, seq, hash, at, key, signature }
}

const headIn = (value: unknown): Head | null => (isRecord(value) ? readHead(value['head']) : null)

/**
 * Returns the heads in a text: a record file, a file of heads, or a list of heads. Other values of the text are left out.
 */
export function readHeads(text: string): Head[] {
  const value = parse(text)
  const items = Array.isArray(value) ? value : isRecord(value) && Array.isArray(value['heads']) ? value['heads'] : [value]
  return items.flatMap((item: unknown) => readHead(item) ?? headIn(item) ?? [])
}
