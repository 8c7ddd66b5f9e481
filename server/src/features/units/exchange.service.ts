import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { AppError } from '#/http/errors.ts'
import { BUNDLE_BYTES_MAX, type Frame, type Manifest, readBundle, writeBundle } from './bundles.ts'
import { differingLanes, laneRows, markForked, segmentsAfter } from './lanes.sql.ts'
import { receiveSegments, type Received } from './receiver.ts'
import { isTrusted, openMember, vectorOf } from './roster.service.ts'
import { isSharing, saveKnown, unitRow, unitRows, type UnitRow, updateUnit } from './roster.sql.ts'
import type { Vector } from './segments.ts'
import { writeSegments } from './sequencer.ts'
import type { SyncContext } from './sync-context.service.ts'

/** Max segments that are read at a time, and bytes of the packed segments of a bundle over a link and of a file. */
const SEGMENTS_AT_ONCE = 200
/** Max bytes of the segments of a bundle that is written. The limit of those that are read is higher. */
const WRITTEN_BYTES_MAX = BUNDLE_BYTES_MAX / 2
export const LINK_BYTES_MAX = 4 * 1024 * 1024
export const FILE_BYTES_MAX = 64 * 1024 * 1024

const unpack = promisify(zstdDecompress)

export interface WrittenBundle {
  readonly bytes: Buffer
  /** Whether it has all that the receivers lack. */
  readonly isComplete: boolean
}

/** Throws units.notSharing (409) unless this unit shares data in a group. */
export async function assertSharing({ deps }: SyncContext): Promise<void> {
  if (!(await isSharing(deps.db))) throw new AppError('units.notSharing')
}

/** Returns the other units with which bundles are exchanged. */
export async function trustedUnits({ deps }: SyncContext): Promise<UnitRow[]> {
  const member = await openMember(deps.db)
  return (await unitRows(deps.db)).filter((unit) => unit.unit_id !== member.unit_id && isTrusted(unit))
}

/**
 * Writes a bundle with what these units lacked when they last told.
 * @param maxPacked max bytes of its segments as they are stored; 0: no segments
 * @param maxUnpacked max bytes of its segments
 */
export async function writeBundleFor(
  context: SyncContext,
  receivers: readonly UnitRow[],
  maxPacked: number,
  maxUnpacked = WRITTEN_BYTES_MAX,
): Promise<WrittenBundle> {
  const { deps } = context
  await writeSegments(context)
  const { unit_id: from } = await openMember(deps.db)
  const { frames, isComplete } = await framesAfter(context, commonVector(receivers), maxPacked, maxUnpacked)
  const heads: Manifest['heads'] = {}
  for (const { lane, applied, hash } of await laneRows(deps.db))
    if (applied > 0) heads[lane] = [applied, hash.toString('base64url')]
  const manifest = { from, to: receivers.map((unit) => unit.unit_id), at: deps.now().toISOString(), heads, isComplete }
  const keys = await context.keys()
  const bytes = await writeBundle(
    keys,
    manifest,
    frames,
    receivers.map((unit) => unit.box_key),
  )
  return { bytes, isComplete }
}

/** Returns what all of these units have. */
function commonVector(units: readonly UnitRow[]): Vector {
  const [first = {}, ...others] = units.map(({ known }) => vectorOf(known))
  return Object.fromEntries(
    Object.entries(first).map(([lane, n]) => [lane, Math.min(n, ...others.map((vector) => vector[lane] ?? 0))]),
  )
}

async function framesAfter({ deps }: SyncContext, vector: Vector, maxPacked: number, maxUnpacked: number) {
  const frames: Frame[] = []
  const sent = { ...vector }
  let [packed, unpacked] = [0, 0]
  while (maxPacked > 0) {
    const rows = await segmentsAfter(deps.db, sent, SEGMENTS_AT_ONCE)
    for (const { lane, last, header, body, signature } of rows) {
      const bytes = await unpack(body, { maxOutputLength: BUNDLE_BYTES_MAX })
      packed += body.length + header.length
      unpacked += bytes.length + header.length
      if ((packed > maxPacked || unpacked > maxUnpacked) && frames.length > 0) return { frames, isComplete: false }
      frames.push({ headerText: header, body: bytes.toString(), signature })
      sent[lane] = last
    }
    if (rows.length < SEGMENTS_AT_ONCE) return { frames, isComplete: true }
  }
  return { frames, isComplete: false }
}

/** The content of a received bundle. */
export interface ReadBundle extends Received {
  readonly manifest: Manifest
  readonly from: UnitRow
  /** Whether no later bundle of the unit was read before. */
  readonly isNewest: boolean
}

/**
 * Reads a bundle and applies what it has. A bundle that was read before changes nothing.
 * Nothing is stored while the disk has little space; a link goes on, so that other units get what this one has.
 * @throws units.notSharing (409); units.bundleRefused (400) when it is changed, cut off, or not from a unit to this one;
 * disk.full (507) for a file
 */
export async function takeBundle(context: SyncContext, sealed: Uint8Array, via: 'link' | 'bundle'): Promise<ReadBundle> {
  await assertSharing(context)
  const { deps } = context
  const hasSpace = deps.disk.level === 'ok'
  if (!hasSpace && via === 'bundle') throw new AppError('disk.full')
  const { unit_id: selfId } = await openMember(deps.db)
  const units = new Map((await trustedUnits(context)).map((unit) => [unit.unit_id, unit]))
  const { manifest, frames } = await readBundle(await context.keys(), selfId, sealed, (id) => units.get(id)?.sign_key).catch(
    () => {
      throw new AppError('units.bundleRefused')
    },
  )
  const from = units.get(manifest.from)
  if (from === undefined) throw new AppError('units.bundleRefused')
  // The heads are of the time at which the bundle was written: what it has is known there too.
  for (const lane of await differingLanes(deps.db, manifest.heads)) await markForked(deps.db, lane, Buffer.alloc(0))
  const isNewest = await saveFacts(context, manifest, via)
  // Others refuse what a unit has written until they know that it is admitted: the record of that may not depend on it.
  await writeSegments(context)
  // A link never sends an old bundle again.
  const received = await receiveSegments(context, hasSpace && (isNewest || via === 'bundle') ? frames : [])
  if (received.stored > 0) for (const listen of context.onStored) listen()
  return { ...received, manifest, from, isNewest }
}

/** Stores what the sender of a bundle has, unless a later bundle told it already. @returns whether it is stored */
async function saveFacts({ deps }: SyncContext, { from, at, heads }: Manifest, via: 'link' | 'bundle'): Promise<boolean> {
  const [now, writtenAt] = [deps.now(), new Date(at)]
  const known = Object.fromEntries(Object.entries(heads).map(([lane, [n]]) => [lane, n]))
  // After a wrong clock of the sender is set back, its bundles must count again.
  if (!(await saveKnown(deps.db, from, known, writtenAt < now ? writtenAt : now))) return false
  const offset = Math.round(writtenAt.getTime() - now.getTime())
  await updateUnit(deps.db, from, via === 'link' ? { last_link_at: now, clock_offset_ms: offset } : { last_bundle_at: now })
  return true
}

/** Takes the bundle that another unit sent in a request over a link. */
export async function takeRequest(context: SyncContext, sealed: Uint8Array): Promise<ReadBundle> {
  const taken = await takeBundle(context, sealed, 'link')
  if (taken.isNewest) await updateUnit(context.deps.db, taken.from.unit_id, { last_request_at: context.deps.now() })
  return taken
}

/** Returns what the unit lacks whose request was taken. A repeated bundle gets a reply without segments. */
export async function replyTo(context: SyncContext, { from, isNewest }: ReadBundle): Promise<Buffer> {
  const sender = (await trustedUnits(context)).find((unit) => unit.unit_id === from.unit_id)
  if (sender === undefined) throw new AppError('units.bundleRefused') // revoked by what it sent
  return (await writeBundleFor(context, [sender], isNewest ? LINK_BYTES_MAX : 0)).bytes
}

/** Whether this unit has segments that another one lacked when it last told. */
export async function hasNewsFor({ deps }: SyncContext, unitId: string): Promise<boolean> {
  const unit = await unitRow(deps.db, unitId)
  return unit !== undefined && (await segmentsAfter(deps.db, vectorOf(unit.known), 1)).length > 0
}
