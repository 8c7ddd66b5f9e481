import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { findLacsGroup, lacsUnitById, mirrorLacsGroup, mirrorLacsUnit } from '#/features/admin/lacs-mirror.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { EVERY_PAGE } from '#/realtime/rooms.ts'
import { requestAllErasures } from './erasures.sql.ts'
import { laneRows, lockLanes, note, switchTriggers } from './lanes.sql.ts'
import { ownFacts } from './own-facts.ts'
import { type Answer, digitsOf, type PairedUnit, readAnswer, readRequest, writeAnswer, writeRequest } from './pairing-files.ts'
import { type Member, openMember } from './roster.service.ts'
import {
  confirmUnits,
  deleteUnits,
  insertSelf,
  insertUnit,
  isSharing,
  lockSelf,
  revokeUnit,
  unitRow,
  unitRows,
  type UnitRow,
  updateSelf,
} from './roster.sql.ts'
import { unitOfLane } from './segments.ts'
import type { SyncContext } from './sync-context.service.ts'

const targetKind = 'unit'

/** Starts a group: this server is the unit of a LACS group that shares data, and admits the others. */
export async function startGroup(context: SyncContext, auditActor: AuditActor, lacsUnitId: string): Promise<void> {
  const keys = await context.keys()
  await context.deps.transaction(async (tx) => {
    const unit = await lacsUnitById(tx, lacsUnitId)
    if (!unit) throw new AppError('lacs.unitNotFound')
    if ((await findLacsGroup(tx, unit.group_id))?.shareDataAmongUnits !== true) throw new AppError('units.groupSharesNothing')
    await insertSelf(tx, unit.id)
    const self = await lockSelf(tx)
    if (self?.group_id != null) throw new AppError('units.inGroup')
    await updateSelf(tx, { unit_id: unit.id, group_id: unit.group_id, founder_id: unit.id })
    const facts = await ownFacts(context.deps, tx, unit.id)
    await insertUnit(tx, {
      ...columnsOf({ ...facts, signKey: keys.signKey, boxKey: keys.boxKey }),
      confirmed_at: context.deps.now(),
    })
    await beginSharing(context, tx, unit.id)
    await recordAudit(tx, {
      ...auditActor,
      action: 'unit.groupStarted',
      targetKind,
      targetId: unit.id,
      details: { name: facts.name },
    })
  })
}

/** Enables the triggers and notes what other units must have. */
async function beginSharing({ kinds }: SyncContext, tx: Tx, selfId: string): Promise<void> {
  await switchTriggers(tx, true)
  await note(tx, 'unit', selfId)
  tx.emit('unit:changed', [EVERY_PAGE], {})
  for (const { noteAll } of kinds) await noteAll?.(tx)
}

const columnsOf = ({ id, name, isCloudUnit, urls, version, signKey, boxKey }: PairedUnit) => ({
  unit_id: id,
  name,
  is_cloud_unit: isCloudUnit,
  urls,
  paired_url: null as string | null,
  version,
  sign_key: signKey,
  box_key: boxKey,
  digits: null as string | null,
  confirmed_at: null as Date | null,
})

const pairedOf = (row: UnitRow): PairedUnit => ({
  id: row.unit_id,
  name: row.name,
  isCloudUnit: row.is_cloud_unit,
  urls: row.urls,
  version: row.version,
  signKey: row.sign_key,
  boxKey: row.box_key,
})

/** Returns the file by which this unit asks to join a group. @throws units.inGroup (409) */
export async function createRequest(context: SyncContext): Promise<string> {
  const keys = await context.keys()
  return context.deps.transaction(async (tx) => {
    await insertSelf(tx, newId())
    const self = await lockSelf(tx)
    if (self === undefined || self.group_id !== null) throw new AppError('units.inGroup')
    const facts = await ownFacts(context.deps, tx, self.unit_id)
    return writeRequest(keys, { ...facts, signKey: keys.signKey, boxKey: keys.boxKey })
  })
}

/** Returns this unit, which admits and revokes others. @throws units.noGroup, units.notSharing (409); units.founderOnly (403) */
export async function openFounder(tx: Tx): Promise<Member> {
  const member = await openMember(tx)
  if (member.founder_id !== member.unit_id) throw new AppError('units.founderOnly')
  if (!(await isSharing(tx))) throw new AppError('units.notSharing')
  return member
}

/**
 * Admits a unit by its request. Nothing is exchanged until administrators of both have compared the digits.
 * @returns the answer for that unit
 * @throws units.noGroup, units.notSharing, units.alreadyPaired (409); units.founderOnly (403); units.fileRefused (400)
 */
export const admitByFile = (context: SyncContext, auditActor: AuditActor, request: string): Promise<string> =>
  context.deps.transaction((tx) => admit(context, tx, request, auditActor))

/** Admits a unit by its request, in a transaction. Without an actor, the unit has proved a one-time code. */
export async function admit(context: SyncContext, tx: Tx, request: string, auditActor: AuditActor | { actor: null; ip: string }) {
  const keys = await context.keys()
  const { unit_id: selfId, group_id } = await openFounder(tx)
  const unit = readRequest(request)
  const digits = await digitsOf(unit, keys, auditActor.actor === null ? 'code' : 'file')
  if (unit.id === selfId || !(await insertUnit(tx, { ...columnsOf(unit), digits }))) throw new AppError('units.alreadyPaired')
  const rows = await unitRows(tx)
  const founder = rows.find((row) => row.unit_id === selfId)
  const group = await findLacsGroup(tx, group_id)
  if (!founder || !group) throw new AppError('units.noGroup')
  await recordAudit(tx, { ...auditActor, action: 'unit.admitted', targetKind, targetId: unit.id, details: { name: unit.name } })
  return writeAnswer(keys, {
    to: unit.id,
    group: { id: group.id, organizationName: group.organizationName, subdomain: group.subdomain },
    founder: pairedOf(founder),
    units: rows
      .filter((row) => row.unit_id !== selfId && row.unit_id !== unit.id && row.confirmed_at !== null && row.valid_until === null)
      .map(pairedOf),
  })
}

/** Reads the answer file to the request of this unit. @throws units.fileRefused (400); units.inGroup (409) */
export const acceptFile = (context: SyncContext, auditActor: AuditActor, answer: string): Promise<void> =>
  accept(context, auditActor, readAnswer(answer), null)

/** Joins the group of an answer, once an administrator has compared the digits. @param pairedUrl where the founder was reached; null: by a file */
export async function accept(
  context: SyncContext,
  auditActor: AuditActor,
  answer: Answer,
  pairedUrl: string | null,
): Promise<void> {
  const keys = await context.keys()
  const digits = await digitsOf(answer.founder, keys, pairedUrl === null ? 'file' : 'code')
  await context.deps.transaction(async (tx) => {
    const self = await lockSelf(tx)
    if (self?.unit_id !== answer.to) throw new AppError('units.fileRefused')
    const founder = self.founder_id === null ? undefined : await unitRow(tx, self.founder_id)
    if (founder?.confirmed_at != null) throw new AppError('units.inGroup')
    await deleteUnits(
      tx,
      (await unitRows(tx)).map((row) => row.unit_id),
    )
    const { group } = answer
    await mirrorLacsGroup(tx, group.id, group.organizationName, group.subdomain)
    await updateSelf(tx, { group_id: group.id, founder_id: answer.founder.id })
    await insertUnit(tx, { ...columnsOf(answer.founder), digits, paired_url: pairedUrl })
    for (const unit of answer.units) await insertUnit(tx, columnsOf(unit))
    const facts = await ownFacts(context.deps, tx, self.unit_id)
    await insertUnit(tx, {
      ...columnsOf({ ...facts, signKey: keys.signKey, boxKey: keys.boxKey }),
      confirmed_at: context.deps.now(),
    })
    await recordAudit(tx, {
      ...auditActor,
      action: 'unit.answerRead',
      targetKind,
      targetId: answer.founder.id,
      details: { name: answer.founder.name },
    })
  })
}

/** Confirms that the digits of a unit are equal at both. From then on, data is exchanged. @throws units.notFound (404) */
export async function confirmUnit(context: SyncContext, auditActor: AuditActor, id: string): Promise<void> {
  await context.deps.transaction(async (tx) => {
    await lockSelf(tx)
    const self = await openMember(tx)
    const unit = await unitRow(tx, id)
    if (unit?.digits == null || unit.confirmed_at !== null) throw new AppError('units.notFound')
    const isFounder = self.founder_id === self.unit_id
    // The founder vouches for the others.
    const confirmed = isFounder ? [unit] : (await unitRows(tx)).filter((row) => row.confirmed_at === null)
    await confirmUnits(
      tx,
      confirmed.map((row) => row.unit_id),
      context.deps.now(),
    )
    const mirrored = isFounder ? [unit] : await unitRows(tx)
    for (const row of mirrored)
      await mirrorLacsUnit(tx, { id: row.unit_id, groupId: self.group_id, name: row.name, isCloudUnit: row.is_cloud_unit })
    if (isFounder) await note(tx, 'member', id)
    else await beginSharing(context, tx, self.unit_id)
    await recordAudit(tx, { ...auditActor, action: 'unit.confirmed', targetKind, targetId: id, details: { name: unit.name } })
  })
}

/** Removes a unit whose digits differ. @throws units.notFound (404) */
export async function rejectUnit(context: SyncContext, auditActor: AuditActor, id: string): Promise<void> {
  await context.deps.transaction(async (tx) => {
    await lockSelf(tx)
    const self = await openMember(tx)
    const unit = await unitRow(tx, id)
    if (unit?.digits == null || unit.confirmed_at !== null) throw new AppError('units.notFound')
    if (self.founder_id === self.unit_id) await deleteUnits(tx, [id])
    else {
      await deleteUnits(
        tx,
        (await unitRows(tx)).map((row) => row.unit_id),
      )
      await updateSelf(tx, { group_id: null, founder_id: null })
    }
    await recordAudit(tx, { ...auditActor, action: 'unit.rejected', targetKind, targetId: id, details: { name: unit.name } })
  })
}

/**
 * Revokes a unit, such as a lost or stolen one. What this unit has of it stays; what it writes later is refused at every unit.
 * @throws units.notFound (404); units.founderOnly (403)
 */
export async function revoke(context: SyncContext, auditActor: AuditActor, id: string): Promise<void> {
  await context.deps.transaction(async (tx) => {
    // A segment that is applied meanwhile would otherwise be after the last number that counts.
    await lockLanes(tx)
    const self = await openFounder(tx)
    const unit = await unitRow(tx, id)
    if (!unit || id === self.unit_id || unit.confirmed_at === null || unit.valid_until !== null)
      throw new AppError('units.notFound')
    const lanes = (await laneRows(tx)).filter(({ lane, applied }) => unitOfLane(lane) === id && applied > 0)
    const validUntil = Object.fromEntries(lanes.map(({ lane, applied }) => [lane, applied]))
    await revokeUnit(tx, id, validUntil)
    await note(tx, 'member', id)
    await requestAllErasures(tx)
    await recordAudit(tx, {
      ...auditActor,
      action: 'unit.revoked',
      targetKind,
      targetId: id,
      details: { name: unit.name, validUntil },
    })
  })
}
