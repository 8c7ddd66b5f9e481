import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Db } from '#/db/pool.ts'
import { BUNDLE_BYTES_MAX } from './bundles.ts'
import {
  deleteErasures,
  type Erasure,
  requestedErasures,
  rowKey,
  segmentsOfUnits,
  type StoredSegment,
  writeBody,
} from './erasures.sql.ts'
import { lockLanes, note } from './lanes.sql.ts'
import { deleteUnknown } from './retries.sql.ts'
import { openMember } from './roster.service.ts'
import { unitRows, type UnitRow } from './roster.sql.ts'
import { erasedLine, erasureOf, erasureSignature, type Header, recordOf, unitOfLane } from './segments.ts'
import { logUnlessLost, type SyncContext } from './sync-context.service.ts'
import { isSignedBy, type UnitKeys } from './unit-keys.ts'

/** Max rows whose records a run erases, and segments that one transaction reads. */
const ERASURES_MAX = 1000
const SEGMENTS_AT_ONCE = 50

const [pack, unpack] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** Returns the lines of a stored segment. */
export const linesOf = async ({ body }: Pick<StoredSegment, 'body'>): Promise<string[]> =>
  (await unpack(body, { maxOutputLength: BUNDLE_BYTES_MAX })).toString().split('\n')

export const writeLines = async (tx: Db, segment: StoredSegment, lines: readonly string[]) =>
  writeBody(tx, segment, await pack(lines.join('\n')))

/**
 * Whether the unit of a lane, or the founder for it, has signed the erasure of a record. Without it, a unit that passes segments on
 * could leave records of others out.
 * @param signature base64url
 */
export const isErasureBy = (units: readonly (UnitRow | undefined)[], erasure: Buffer, signature: string): boolean =>
  units.some((unit) => unit !== undefined && isSignedBy(unit.sign_key, erasure, Buffer.from(signature, 'base64url')))

/** Whether the erasures in a segment are signed as {@link isErasureBy} says. */
export const areErasuresSigned = (
  { lane, first }: Pick<Header, 'lane' | 'first'>,
  body: string,
  units: readonly (UnitRow | undefined)[],
): boolean =>
  body.split('\n').every((line, index) => {
    const signature = erasureSignature(line)
    return signature === undefined || isErasureBy(units, erasureOf(lane, first + index, line), signature)
  })

/**
 * Erases the records of deleted rows in the lanes that this unit answers for: its own ones, and as founder those of revoked units.
 * Records of the kind `erase` tell it to the other units. A run that was interrupted is repeated.
 */
export const eraseWords = (context: SyncContext): Promise<void> => eraseRequested(context).catch(logUnlessLost(context))

async function eraseRequested(context: SyncContext): Promise<void> {
  const { deps } = context
  const erasures = await requestedErasures(deps.db, ERASURES_MAX)
  if (erasures.length === 0) return
  const { unit_id: selfId, founder_id } = await openMember(deps.db)
  const revoked = founder_id === selfId ? await revokedUnits(deps.db) : []
  const mustGo = mustGoBy(context, erasures, selfId)
  const keys = await context.keys()
  let after = { lane: '', first: 0 }
  for (;;) {
    const segments = await deps.transaction(async (tx) => {
      await lockLanes(tx)
      const found = await segmentsOfUnits(tx, [selfId, ...revoked], after, SEGMENTS_AT_ONCE)
      for (const segment of found) await eraseIn(tx, keys, segment, mustGo)
      return found
    })
    const last = segments.at(-1)
    if (last === undefined) break
    after = last
  }
  await deps.transaction(async (tx) => {
    await lockLanes(tx)
    // A unit that was revoked meanwhile needs the same erasures in its lanes.
    if (founder_id === selfId && (await revokedUnits(tx)).length !== revoked.length) return
    await deleteErasures(tx, erasures)
  })
}

const revokedUnits = async (db: Db): Promise<string[]> =>
  (await unitRows(db)).flatMap(({ unit_id, valid_until }) => (valid_until === null ? [] : [unit_id]))

/** Returns the function that tells whether a line of a lane is a record with words of one of these rows. */
function mustGoBy({ kinds }: SyncContext, erasures: readonly Erasure[], selfId: string) {
  const keysOf = new Map(
    kinds.map(({ name }) => [name, new Set(erasures.flatMap((one) => (one.kind === name ? [one.key] : [])))]),
  )
  return async (tx: Db, lane: string, line: string): Promise<boolean> => {
    if (erasureSignature(line) !== undefined) return false
    const { kind: name, data } = recordOf(line)
    const [kind, requested] = [kinds.find((one) => one.name === name), keysOf.get(name)]
    const facts = kind?.erasure?.safeParse(data).data
    if (kind === undefined || !facts?.hasWords || requested === undefined || requested.size === 0) return false
    const key = await rowKey(tx, kind, facts, { unitId: unitOfLane(lane), selfId })
    return key !== null && requested.has(key)
  }
}

async function eraseIn(tx: Db, keys: UnitKeys, segment: StoredSegment, mustGo: ReturnType<typeof mustGoBy>): Promise<void> {
  const lines = await linesOf(segment)
  const numbers: number[] = []
  for (const [index, line] of lines.entries()) if (await mustGo(tx, segment.lane, line)) numbers.push(segment.first + index)
  if (numbers.length === 0) return
  for (const n of numbers) {
    const line = lines[n - segment.first] ?? ''
    lines[n - segment.first] = erasedLine(line, keys.sign(erasureOf(segment.lane, n, line)).toString('base64url'))
    await deleteUnknown(tx, segment.lane, n)
    await note(tx, ERASE, `${segment.lane}|${n}`)
  }
  await writeLines(tx, segment, lines)
}

/** The kind of records that tell an erasure. */
export const ERASE = 'erase'
