import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** For each lane the number of its last record. */
export type Vector = Readonly<Record<string, number>>

/** Max records of a segment, and characters, unless one record has more. */
export const SEGMENT_RECORDS_MAX = 1000
export const SEGMENT_CHARACTERS_MAX = 1_000_000

const SALT_BYTES = 9
/** A line that has the hash of an erased record instead of the record, and the signature of the erasure. */
const ERASED = /^#([\w-]{43})\.([\w-]{86})$/

export const LANE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{12}$/
const Lane = z.string().regex(LANE)
const RecordNumber = z.int().positive()

export const Header = z.object({
  format: z.literal(1),
  /** The log of one database of one unit. A restored backup continues with a new lane. */
  lane: Lane,
  first: RecordNumber,
  last: RecordNumber,
  /** The last records of other lanes that the unit had applied. */
  deps: z.record(Lane, RecordNumber),
  /** The hash of the segment before (base64url), '' for the first one. */
  prev: z.string(),
})
export type Header = z.infer<typeof Header>

/** A record of a segment. `n` is its number in the lane. */
export interface SegmentRecord {
  readonly n: number
  readonly kind: string
  readonly data: unknown
}

export const unitOfLane = (lane: string): string => lane.split('.')[0] ?? ''

/** Returns the line of a record. The salt prevents that a record is guessed from its hash. */
export const lineOf = (kind: string, data: unknown): string =>
  JSON.stringify([kind, data, randomBytes(SALT_BYTES).toString('base64url')])

const sha256 = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Returns the bytes that are signed for the erasure of a record. */
export const erasureOf = (lane: string, n: number, line: string): Buffer =>
  Buffer.from(`noroshi-erasure\n${lane}\n${n}\n${hashOfLine(line).toString('base64url')}`)

/** Returns the line that replaces a record. @param signature base64url */
export const erasedLine = (line: string, signature: string): string => `#${hashOfLine(line).toString('base64url')}.${signature}`

/** Returns the signature of an erased line (base64url); undefined for a record. */
export const erasureSignature = (line: string): string | undefined => ERASED.exec(line)?.[2]

/** Returns the hash by which a line counts in its segment. */
const hashOfLine = (line: string): Buffer => {
  const [, erased] = ERASED.exec(line) ?? []
  return erased === undefined ? sha256(line) : Buffer.from(erased, 'base64url')
}

/**
 * Returns the hash of a segment: a header, and a record `[kind, data, salt]` in each line. It covers the hashes of the records, so
 * that an erased record can be replaced by its hash and the signature stays right.
 */
export const hashOfSegment = (headerText: string, body: string): Buffer =>
  sha256(headerText, '\n', ...body.split('\n').map(hashOfLine))

const Line = z.tuple([z.string(), z.unknown()], z.unknown())

/** Returns the record of a line that is not erased. @throws for a line that is no record */
export function recordOf(line: string): Pick<SegmentRecord, 'kind' | 'data'> {
  const [kind, data] = Line.parse(JSON.parse(line))
  return { kind, data }
}

/** Returns the records of a segment. Erased ones are missing. @throws for a line that is no record */
export function recordsOf(first: number, body: string): SegmentRecord[] {
  return body.split('\n').flatMap((line, index) => {
    if (ERASED.test(line)) return []
    return [{ n: first + index, ...recordOf(line) }]
  })
}
