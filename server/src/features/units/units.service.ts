import type { UnitInGroup, UnitsState } from '@noroshi/contract/units/units.http'
import type { Tx } from '#/db/transaction.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { findLacsGroup } from '#/features/admin/lacs-mirror.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { assertSharing, FILE_BYTES_MAX, takeBundle, trustedUnits, writeBundleFor } from './exchange.service.ts'
import { readFolder } from './folder-exchange.service.ts'
import { countWaiting, laneRows, type LaneRow } from './lanes.sql.ts'
import { countUnknown } from './retries.sql.ts'
import { isSharing, selfRow, type SelfRow, unitRows, type UnitRow } from './roster.sql.ts'
import { lastValid, vectorOf } from './roster.service.ts'
import { unitOfLane } from './segments.ts'
import { writeSegments } from './sequencer.ts'
import type { SyncContext } from './sync-context.service.ts'

/** Returns the units of the group, with what is still to carry to each. */
export async function readUnits(context: SyncContext): Promise<UnitsState> {
  const { db } = context.deps
  const [self, folder] = [await selfRow(db), await readFolder(db)]
  if (self?.group_id == null) return { group: null, units: [], notUnderstood: 0, waiting: 0, folder }
  await writeSegments(context)
  const [rows, lanes] = [await unitRows(db), await laneRows(db)]
  const group = await findLacsGroup(db, self.group_id)
  return {
    group: {
      name: group?.organizationName ?? '',
      isFounder: self.founder_id === self.unit_id,
      isSharing: await isSharing(db),
    },
    units: rows.map((row) => presentUnit(row, self, rows, lanes)),
    notUnderstood: await countUnknown(db),
    waiting: await countWaiting(db),
    folder,
  }
}

function presentUnit(row: UnitRow, self: SelfRow, rows: readonly UnitRow[], lanes: readonly LaneRow[]): UnitInGroup {
  const known = vectorOf(row.known)
  const isSelf = row.unit_id === self.unit_id
  const lacking = lanes.reduce((sum, { lane, applied }) => {
    const owner = rows.find(({ unit_id }) => unit_id === unitOfLane(lane))
    const until = owner ? lastValid(owner, lane) : null
    return sum + Math.max(0, Math.min(applied, until ?? applied) - (known[lane] ?? 0))
  }, 0)
  return {
    id: row.unit_id,
    name: row.name,
    isSelf,
    isFounder: row.unit_id === self.founder_id,
    isCloudUnit: row.is_cloud_unit,
    version: row.version === '' ? null : row.version,
    state: row.valid_until === null ? (row.confirmed_at === null ? 'unconfirmed' : 'paired') : 'revoked',
    digits: row.confirmed_at === null ? row.digits : null,
    lastLinkAt: row.last_link_at?.toISOString() ?? null,
    lastBundleAt: row.last_bundle_at?.toISOString() ?? null,
    clockOffsetMs: row.clock_offset_ms,
    toCarry: isSelf ? 0 : lacking,
    isForked: lanes.some(({ lane, forked_at }) => forked_at !== null && unitOfLane(lane) === row.unit_id),
  }
}

/** Writes a file with what the chosen units lack. @throws units.notFound (404); units.notSharing (409) */
export async function exportFile(context: SyncContext, auditActor: AuditActor, unitIds: readonly string[]) {
  await assertSharing(context)
  const receivers = (await trustedUnits(context)).filter(({ unit_id }) => unitIds.includes(unit_id))
  if (receivers.length < new Set(unitIds).size || receivers.length === 0) throw new AppError('units.notFound')
  const { bytes, isComplete } = await writeBundleFor(context, receivers, FILE_BYTES_MAX)
  const names = receivers.map(({ name }) => name)
  await audit(context, auditActor, 'unit.fileWritten', null, { names })
  return { bundle: bytes.toString('base64'), isComplete }
}

/** Reads a file of another unit. @throws units.bundleRefused (400); units.notSharing (409) */
export async function importFile(context: SyncContext, auditActor: AuditActor, bundle: string) {
  const { from, stored, refused } = await takeBundle(context, Buffer.from(bundle, 'base64'), 'bundle')
  await audit(context, auditActor, 'unit.fileRead', from.unit_id, { name: from.name, refused })
  return { name: from.name, isNew: stored > 0, refused }
}

const audit = ({ deps }: SyncContext, auditActor: AuditActor, action: string, targetId: string | null, details: object) =>
  deps.transaction((tx: Tx) => recordAudit(tx, { ...auditActor, action, targetKind: 'unit', targetId, details: { ...details } }))
