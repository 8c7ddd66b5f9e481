import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { AppError } from '#/http/errors.ts'
import { BUNDLE_BYTES_MAX, type Frame, type Manifest, readBundle, writeBundle } from './bundles.ts'
import { differingLanes, laneRows, markForked, segmentsAfter } from './lanes.sql.ts'
import { receiveSegments, type Received } from './receiver.ts'
import { isTrusted, openMember, vectorOf } from './roster.service.ts'
import { isSharing, saveKnown, unitRows, type UnitRow, updateUnit } from './roster.sql.ts'
import type { Vector } from './segments.ts'
import { writeSegments } from './sequencer.ts'
import type { SyncContext } from './sync-context.service.ts'

/** Max segments that are read at a time, and bytes of the packed segments of a bundle over a link and of a file. */
const SEGMENTS_AT_ONCE = 200
export const LINK_BYTES_MAX = 4 * 1024 * 1024
export const FILE_BYTES_MAX = 64 * 1024 * 1024

const unpack = promisify(zstdDecompress)

export interface WrittenBundle {
  readonly bytes: Buffer
  /** Whether it has all that the receivers lack. */
  readonly isComplete: boolean
  /** Whether it has any segment. */
  readonly hasSegments: boolean
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

/** Writes a bundle with what these units lacked when they last told. */
export async function writeBundleFor(
  context: SyncContext,
  receivers: readonly UnitRow[],
  maxBytes: number,
): Promise<WrittenBundle> {
  const { deps } = context
  await writeSegments(context)
  const { unit_id: from } = await openMember(deps.db)
  const { frames, isComplete } = await framesAfter(context, commonVector(receivers), maxBytes)
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
  return { bytes, isComplete, hasSegments: frames.length > 0 }
}

/** Returns what all of these units have. */
function commonVector(units: readonly UnitRow[]): Vector {
  const [first = {}, ...others] = units.map(({ known }) => vectorOf(known))
  return Object.fromEntries(
    Object.entries(first).map(([lane, n]) => [lane, Math.min(n, ...others.map((vector) => vector[lane] ?? 0))]),
  )
}

async function framesAfter({ deps }: SyncContext, vector: Vector, maxBytes: number) {
  const frames: Frame[] = []
  const sent = { ...vector }
  let bytes = 0
  for (;;) {
    const rows = await segmentsAfter(deps.db, sent, SEGMENTS_AT_ONCE)
    for (const { lane, last, header, body, signature } of rows) {
      bytes += body.length + header.length
      if (bytes > maxBytes && frames.length > 0) return { frames, isComplete: false }
      frames.push({ headerText: header, body: (await unpack(body, { maxOutputLength: BUNDLE_BYTES_MAX })).toString(), signature })
      sent[lane] = last
    }
    if (rows.length < SEGMENTS_AT_ONCE) return { frames, isComplete: true }
  }
}

/** What arrived in a bundle. */
export interface ReadBundle extends Received {
  readonly manifest: Manifest
  readonly from: UnitRow
}

/**
 * Reads a bundle and applies what it has. A bundle that was read before changes nothing.
 * @throws units.notSharing (409); units.bundleRefused (400) when it is changed, cut off, or not from a unit to this one
 */
export async function takeBundle(context: SyncContext, sealed: Uint8Array, via: 'link' | 'bundle'): Promise<ReadBundle> {
  await assertSharing(context)
  const { deps } = context
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
  const received = await receiveSegments(context, frames)
  const known = Object.fromEntries(Object.entries(manifest.heads).map(([lane, [n]]) => [lane, n]))
  await saveKnown(deps.db, from.unit_id, known)
  const now = deps.now()
  const offset = Math.round(new Date(manifest.at).getTime() - now.getTime())
  await updateUnit(
    deps.db,
    from.unit_id,
    via === 'link' ? { last_link_at: now, clock_offset_ms: offset } : { last_bundle_at: now },
  )
  return { ...received, manifest, from }
}

/** Takes the bundle of another unit over a link, and returns what that unit lacks. */
export async function exchange(context: SyncContext, sealed: Uint8Array): Promise<Buffer> {
  const { from } = await takeBundle(context, sealed, 'link')
  const sender = (await trustedUnits(context)).find((unit) => unit.unit_id === from.unit_id)
  if (sender === undefined) throw new AppError('units.bundleRefused') // revoked by what it sent
  return (await writeBundleFor(context, [sender], LINK_BYTES_MAX)).bytes
}
