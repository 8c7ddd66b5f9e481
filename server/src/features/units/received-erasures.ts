import type { Db } from '#/db/pool.ts'
import { isErasureBy, linesOf, writeLines } from './erasures.ts'
import { segmentWith } from './erasures.sql.ts'
import { segmentBody } from './lanes.sql.ts'
import { deleteUnknown } from './retries.sql.ts'
import { selfRow, unitRow } from './roster.sql.ts'
import { erasedLine, erasureOf, erasureSignature, unitOfLane } from './segments.ts'

/** Max segments that one transaction rewrites. Each may have megabytes, and an erasure has some 200 bytes. */
const SEGMENTS_MAX = 20

/** An erasure of a record of a lane. The signature is base64url. */
export interface ReceivedErasure {
  readonly lane: string
  readonly n: number
  readonly signature: string
}

interface OpenSegment {
  readonly lane: string
  readonly first: number
  /** The bytes that are signed to erase each record; null if it is erased already. */
  readonly erasures: readonly (Buffer | null)[]
  readonly signatures: Map<number, string>
}

/** The erasures that a transaction receives. It reads each segment for all of them, and writes it once at its end. */
export class ReceivedErasures {
  readonly #segments = new Map<string, OpenSegment>()

  /**
   * Accepts an erasure of the unit of the lane, or of the founder in the lanes of revoked units. `write` does it.
   * @returns as `receive` of a kind; 'missing' also if the transaction has enough of them
   */
  async add(tx: Db, { lane, n, signature }: ReceivedErasure): Promise<boolean | 'missing'> {
    const segment = await this.#open(tx, lane, n)
    if (segment === undefined) return 'missing'
    const erasure = segment.erasures[n - segment.first]
    if (erasure == null || segment.signatures.has(n)) return true
    const self = await selfRow(tx)
    const unit = await unitRow(tx, unitOfLane(lane))
    if (!isErasureBy([unit], erasure, signature)) {
      const founder = self?.founder_id == null ? undefined : await unitRow(tx, self.founder_id)
      if (!isErasureBy([founder], erasure, signature)) return false
      // The revocation may be on its way.
      if (unit?.valid_until == null) return 'missing'
    }
    segment.signatures.set(n, signature)
    return true
  }

  /** Replaces the records in their segments, before the transaction ends. */
  async write(tx: Db): Promise<void> {
    for (const { lane, first, signatures } of this.#segments.values()) {
      if (signatures.size === 0) continue
      const segment = { lane, first, body: await segmentBody(tx, lane, first) }
      const lines = await linesOf(segment)
      for (const [n, signature] of signatures) {
        lines[n - first] = erasedLine(lines[n - first] ?? '', signature)
        await deleteUnknown(tx, lane, n)
      }
      await writeLines(tx, segment, lines)
    }
  }

  async #open(tx: Db, lane: string, n: number): Promise<OpenSegment | undefined> {
    const found = await segmentWith(tx, lane, n)
    if (found === undefined) return undefined
    const { first } = found
    const key = `${lane}|${first}`
    const known = this.#segments.get(key)
    if (known !== undefined || this.#segments.size >= SEGMENTS_MAX) return known
    const lines = await linesOf({ body: await segmentBody(tx, lane, first) })
    const erasures = lines.map((line, index) =>
      erasureSignature(line) === undefined ? erasureOf(lane, first + index, line) : null,
    )
    const opened = { lane, first, erasures, signatures: new Map<number, string>() }
    this.#segments.set(key, opened)
    return opened
  }
}
