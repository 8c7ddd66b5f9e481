import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { VERSION } from '@noroshi/contract/version'
import { isConnectionLost } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { type Applying, applyingAt, applyRecord, endApplying } from './apply-record.ts'
import { BUNDLE_BYTES_MAX, type Frame } from './bundles.ts'
import {
  beginApplying,
  deleteUnusable,
  deleteWaiting,
  insertSegment,
  laneRows,
  lockLanes,
  markForked,
  placeSegment,
  saveLane,
  segmentHash,
  segmentBody,
  waitingBytes,
  waitingSegments,
} from './lanes.sql.ts'
import { areErasuresSigned } from './erasures.ts'
import { insertUnknown, raiseChanges } from './retries.sql.ts'
import { retryUnknown } from './retries.ts'
import { lastValid, openMember } from './roster.service.ts'
import { selfRow, unitRows } from './roster.sql.ts'
import {
  hashOfSegment,
  Header,
  recordsOf,
  SEGMENT_CHARACTERS_MAX,
  SEGMENT_RECORDS_MAX,
  type SegmentRecord,
  unitOfLane,
} from './segments.ts'
import type { SyncContext } from './sync-context.service.ts'
import { memberKind } from './unit-kinds.service.ts'
import { isSignedBy } from './unit-keys.ts'

/** Max waiting segments of a lane that are read, and records that one transaction applies. */
const WAITING_MAX = 50
const RECORDS_MAX = 1000
/** Max characters of a received segment. One record may be longer than the sequencer's limit. */
const RECEIVED_CHARACTERS_MAX = 4 * SEGMENT_CHARACTERS_MAX
/** Max lanes of a unit (each restore begins one), and bytes of its segments that wait. */
const LANES_MAX = 100
const WAITING_BYTES_MAX = 64 * 1024 * 1024
/** Max records between the applied end of a lane and a segment that waits. */
const WINDOW_MAX = 100_000

const [pack, unpack] = [promisify(zstdCompress), promisify(zstdDecompress)]

export interface Received {
  /** Segments that this unit did not have. */
  readonly stored: number
  /** Segments that no unit of the group signed, that a revoked unit wrote later, or that are too many. */
  readonly refused: number
}

/** Stores segments, in any order and also repeated ones, and applies what is possible then. */
export async function receiveSegments(context: SyncContext, frames: readonly Frame[]): Promise<Received> {
  let [pending, stored] = [frames, 0]
  for (;;) {
    const result = await storeSegments(context, pending)
    stored += result.stored
    await applyWaiting(context)
    // An applied record may admit the unit that signed a refused segment, and applied segments make space for others.
    if (result.stored === 0 || result.refused.length === 0) {
      if (stored > 0) await retryUnknown(context)
      return { stored, refused: result.refused.length }
    }
    pending = result.refused
  }
}

async function storeSegments({ deps }: SyncContext, frames: readonly Frame[]) {
  const units = new Map((await unitRows(deps.db)).map((row) => [row.unit_id, row]))
  const founder = units.get((await selfRow(deps.db))?.founder_id ?? '')
  const applied = new Map((await laneRows(deps.db)).map((row) => [row.lane, row.applied]))
  const waiting = await waitingBytes(deps.db)
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
    const isGenuine = isSignedBy(unit.sign_key, hash, frame.signature) && areErasuresSigned(header, frame.body, [unit, founder])
    if (!isGenuine || (until !== null && header.last > until)) {
      refused.push(frame)
      continue
    }
    const { lane, first, last } = header
    const known = await segmentHash(deps.db, lane, first)
    if (known !== undefined || first <= (applied.get(lane) ?? 0)) {
      if (known?.hash.equals(hash) !== true) await markForked(deps.db, lane, hash)
      continue
    }
    const body = await pack(frame.body)
    const bytes = body.length + frame.headerText.length
    if (!mayWait(header, bytes, applied, waiting)) {
      refused.push(frame)
      continue
    }
    waiting.set(lane, (waiting.get(lane) ?? 0) + bytes)
    if (await insertSegment(deps.db, { lane, first, last, header: frame.headerText, body, signature: frame.signature, hash }))
      stored += 1
  }
  return { stored, refused }
}

/** Whether a segment is within the limits of its unit. The next one of a known lane always is, so that no lane stops. */
function mayWait(
  { lane, first }: Header,
  bytes: number,
  applied: ReadonlyMap<string, number>,
  waiting: ReadonlyMap<string, number>,
): boolean {
  const unitId = unitOfLane(lane)
  const lanes = new Set([...applied.keys(), ...waiting.keys()].filter((one) => unitOfLane(one) === unitId))
  if (!lanes.has(lane) && lanes.size >= LANES_MAX) return false
  const end = applied.get(lane) ?? 0
  if (first === end + 1) return true
  const waitingOfUnit = [...lanes].reduce((sum, one) => sum + (waiting.get(one) ?? 0), 0)
  return first <= end + WINDOW_MAX && waitingOfUnit + bytes <= WAITING_BYTES_MAX
}

function parseHeader(text: string): Header | null {
  if (text.length > SEGMENT_CHARACTERS_MAX) return null
  try {
    return Header.parse(JSON.parse(text))
  } catch {
    return null // it is not of this format
  }
}

function isReadable({ first, last }: Header, body: string): boolean {
  const count = last - first + 1
  if (count > SEGMENT_RECORDS_MAX || body.length > RECEIVED_CHARACTERS_MAX || body.split('\n').length !== count) return false
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

/** Applies what is possible. A segment that throws waits for the next time, with those after it. The other lanes go on. */
async function applyWaiting(context: SyncContext): Promise<void> {
  const stopped = new Map<string, number>()
  for (;;) {
    const progress: Progress = { segment: null }
    try {
      if (!(await applySegments(context, stopped, progress))) return
    } catch (error) {
      if (progress.segment === null || isConnectionLost(error)) throw error
      context.deps.logError(error)
      stopped.set(progress.segment.lane, progress.segment.first)
    }
  }
}

interface Progress {
  /** The segment that is being applied. */
  segment: Pick<Header, 'lane' | 'first'> | null
}

/**
 * Applies waiting segments whose predecessors and dependencies are applied, in one transaction with the events of their features.
 * @param stopped numbers of lanes from which on segments are left out
 * @returns whether there were any
 */
function applySegments(context: SyncContext, stopped: ReadonlyMap<string, number>, progress: Progress): Promise<boolean> {
  return context.deps.transaction(async (tx) => {
    progress.segment = null
    await lockLanes(tx)
    await deleteUnusable(tx)
    const runnable = await findRunnable(tx, stopped)
    if (runnable.length === 0) return false
    const applying = applyingAt((await openMember(tx)).unit_id)
    await beginApplying(tx)
    for (const { header, hash } of runnable) {
      progress.segment = header
      const packed = await segmentBody(tx, header.lane, header.first)
      const body = await unpack(packed, { maxOutputLength: BUNDLE_BYTES_MAX })
      const records = recordsOf(header.first, body.toString())
      for (const record of records) await applyOrKeep(context, tx, applying, header.lane, record)
      await placeSegment(tx, header.lane, header.first)
      await saveLane(tx, header.lane, header.last, hash)
      // A revocation changes which segments count.
      if (records.some(({ kind }) => kind === memberKind.name)) break
    }
    progress.segment = null
    await endApplying(tx, applying)
    await raiseChanges(tx)
    return true
  })
}

/** Applies a record. One that is not applied is kept: the lane goes on. */
async function applyOrKeep(context: SyncContext, tx: Tx, applying: Applying, lane: string, { n, kind, data }: SegmentRecord) {
  const unapplied = await applyRecord(context, tx, applying, { lane, kind, data }, (error) => {
    throw error
  })
  if (unapplied !== null) await insertUnknown(tx, { lane, n, record: JSON.stringify([kind, data]) }, unapplied, VERSION)
}

const follows = ({ prev }: Header, hash: Buffer): boolean => prev === hash.toString('base64url')

/** Returns waiting segments in an order in which they can be applied. */
async function findRunnable(tx: Tx, stopped: ReadonlyMap<string, number>): Promise<Runnable[]> {
  const units = new Map((await unitRows(tx)).map((row) => [row.unit_id, row]))
  const ends = new Map((await laneRows(tx)).map(({ lane, applied, hash }) => [lane, { applied, hash }]))
  const waiting: Runnable[] = []
  for (const { lane, first, header: text, hash } of await waitingSegments(tx, WAITING_MAX)) {
    if (first >= (stopped.get(lane) ?? Infinity)) continue
    const [header, end] = [Header.parse(JSON.parse(text)), ends.get(lane)]
    if (end !== undefined && first === end.applied + 1 && first > 1 && !follows(header, end.hash)) {
      // It is of a copy of the database. The segment that follows can take its place.
      await deleteWaiting(tx, lane, first)
      await markForked(tx, lane, hash)
    } else waiting.push({ header, hash })
  }
  // No unit gets what a revoked unit wrote later, but units that had it already refer to it.
  const isMet = (lane: string, n: number): boolean => {
    const unit = units.get(unitOfLane(lane))
    const until = unit ? lastValid(unit, lane) : null
    return (ends.get(lane)?.applied ?? 0) >= Math.min(n, until ?? n)
  }
  const runnable: Runnable[] = []
  let records = 0
  for (;;) {
    const index = waiting.findIndex(({ header }) => {
      const end = ends.get(header.lane)
      const fits = header.first === (end?.applied ?? 0) + 1 && (header.first === 1 || (end && follows(header, end.hash)))
      return fits && Object.entries(header.deps).every(([lane, n]) => isMet(lane, n))
    })
    const [next] = index < 0 ? [] : waiting.splice(index, 1)
    if (next === undefined || (records > 0 && records + next.header.last - next.header.first >= RECORDS_MAX)) return runnable
    records += next.header.last - next.header.first + 1
    ends.set(next.header.lane, { applied: next.header.last, hash: next.hash })
    runnable.push(next)
  }
}
