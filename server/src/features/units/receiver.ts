import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import pg from 'pg'
import type { Tx } from '#/db/transaction.ts'
import { BUNDLE_BYTES_MAX, type Frame } from './bundles.ts'
import {
  beginApplying,
  insertSegment,
  insertUnknown,
  laneRows,
  lockLanes,
  markForked,
  placeSegment,
  saveLane,
  segmentHash,
  segmentBody,
  inSavepoint,
  waitingSegments,
} from './lanes.sql.ts'
import { lastValid, type Member, openMember } from './roster.service.ts'
import { unitRows } from './roster.sql.ts'
import { hashOfSegment, Header, recordsOf, type SegmentRecord, unitOfLane } from './segments.ts'
import type { SyncContext } from './sync-context.service.ts'
import { isSignedBy } from './unit-keys.ts'

/** Max waiting segments of a lane that are read, and records that one transaction applies. */
const WAITING_MAX = 50
const RECORDS_MAX = 1000

const [pack, unpack] = [promisify(zstdCompress), promisify(zstdDecompress)]

export interface Received {
  /** Segments that this unit did not have. */
  readonly stored: number
  /** Segments that no unit of the group signed, or that a revoked unit wrote later. */
  readonly refused: number
}

/** Stores segments, in any order and also repeated ones, and applies what is possible then. */
export async function receiveSegments(context: SyncContext, frames: readonly Frame[]): Promise<Received> {
  let [pending, stored] = [frames, 0]
  for (;;) {
    const result = await storeSegments(context, pending)
    stored += result.stored
    while ((await applySegments(context)) > 0);
    // An applied record may admit the unit that signed a refused segment.
    if (result.stored === 0 || result.refused.length === 0) return { stored, refused: result.refused.length }
    pending = result.refused
  }
}

async function storeSegments({ deps }: SyncContext, frames: readonly Frame[]) {
  const units = new Map((await unitRows(deps.db)).map((row) => [row.unit_id, row]))
  const refused: Frame[] = []
  let stored = 0
  for (const frame of frames) {
    const header = parseHeader(frame.headerText)
    const unit = header && units.get(unitOfLane(header.lane))
    if (!header || !unit || unit.confirmed_at === null || !isReadable(header, frame.body)) {
      refused.push(frame)
      continue
    }
    const hash = hashOfSegment(frame.headerText, frame.body)
    const until = lastValid(unit, header.lane)
    if (!isSignedBy(unit.sign_key, hash, frame.signature) || (until !== null && header.last > until)) {
      refused.push(frame)
      continue
    }
    const { lane, first, last } = header
    const columns = { lane, first, last, header: frame.headerText, signature: frame.signature, hash }
    if (await insertSegment(deps.db, { ...columns, body: await pack(frame.body) })) stored += 1
    else if ((await segmentHash(deps.db, lane, first))?.hash.equals(hash) === false) await markForked(deps.db, lane, hash)
  }
  return { stored, refused }
}

function parseHeader(text: string): Header | null {
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    return null // it is not of this format
  }
}

function isReadable({ first, last }: Header, body: string): boolean {
  if (body.split('\n').length !== last - first + 1) return false
  try {
    recordsOf(first, body)
    return true
  } catch {
    return false // a line is no record
  }
}

interface Runnable {
  readonly header: Header
  readonly hash: Buffer
}

/**
 * Applies waiting segments whose predecessors and dependencies are applied, in one transaction with the events of their features.
 * @returns the number of segments
 */
function applySegments(context: SyncContext): Promise<number> {
  return context.deps.transaction(async (tx) => {
    await lockLanes(tx)
    const runnable = await findRunnable(tx)
    if (runnable.length === 0) return 0
    const member = await openMember(tx)
    await beginApplying(tx)
    for (const { header, hash } of runnable) {
      const packed = await segmentBody(tx, header.lane, header.first)
      const body = await unpack(packed, { maxOutputLength: BUNDLE_BYTES_MAX })
      for (const record of recordsOf(header.first, body.toString())) await applyRecord(context, tx, member, header.lane, record)
      await placeSegment(tx, header.lane, header.first)
      await saveLane(tx, header.lane, header.last, hash)
    }
    return runnable.length
  })
}

/** A record that this version does not know, or that its unit may not write, is kept and changes nothing: the lane goes on. */
async function applyRecord({ kinds }: SyncContext, tx: Tx, member: Member, lane: string, { n, kind, data }: SegmentRecord) {
  const known = kinds.find(({ name }) => name === kind)
  const parsed = known?.schema.safeParse(data)
  const origin = { unitId: unitOfLane(lane), selfId: member.unit_id }
  const isApplied =
    known !== undefined &&
    parsed?.success === true &&
    (await inSavepoint(tx, () => known.receive(tx, parsed.data, origin), isRefused))
  if (!isApplied) await insertUnknown(tx, lane, n, [kind, data])
}

/** @throws every error but those by which PostgreSQL refuses the data of a record (SQLSTATE classes 22 and 23) */
function isRefused(error: unknown): false {
  if (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')) return false
  throw error
}

/** Returns waiting segments in an order in which they can be applied. */
async function findRunnable(tx: Tx): Promise<Runnable[]> {
  const ends = new Map((await laneRows(tx)).map(({ lane, applied, hash }) => [lane, { applied, hash }]))
  const waiting = (await waitingSegments(tx, WAITING_MAX)).map(({ header, hash }) => ({
    hash,
    header: Header.parse(JSON.parse(header)),
  }))
  const runnable: Runnable[] = []
  let records = 0
  for (;;) {
    const index = waiting.findIndex(({ header: { lane, first, deps, prev } }) => {
      const end = ends.get(lane)
      const fits = first === (end?.applied ?? 0) + 1 && (first === 1 || prev === end?.hash.toString('base64url'))
      return fits && Object.entries(deps).every(([other, n]) => (ends.get(other)?.applied ?? 0) >= n)
    })
    const [next] = index < 0 ? [] : waiting.splice(index, 1)
    if (next === undefined || (records > 0 && records + next.header.last - next.header.first >= RECORDS_MAX)) return runnable
    records += next.header.last - next.header.first + 1
    ends.set(next.header.lane, { applied: next.header.last, hash: next.hash })
    runnable.push(next)
  }
}
