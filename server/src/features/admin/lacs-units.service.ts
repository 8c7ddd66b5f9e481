import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { LacsUnit, LacsUnitForm } from '@noroshi/contract/admin/lacs.http'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { recordAudit } from './audit.service.ts'
import { presentLacsUnit } from './lacs.present.ts'
import {
  insertLacsUnit,
  lacsGroupForUpdate,
  lacsUnitById,
  type LacsUnitColumns,
  lacsUnitForUpdate,
  type LacsUnitRow,
  lacsUnitRows,
  replaceAdmins,
  updateLacsUnit,
} from './lacs.sql.ts'

type Form = z.output<typeof LacsUnitForm>

const targetKind = 'lacsUnit'

/** Returns the LACS units of a group, or all. */
export async function listLacsUnits(deps: Deps, groupId: string | undefined): Promise<{ items: LacsUnit[]; nextCursor: null }> {
  const rows = await lacsUnitRows(deps.db, groupId)
  const people = await peopleById(
    deps.db,
    rows.flatMap((row) => row.admin_ids),
  )
  return { items: rows.map((row) => presentLacsUnit(row, people)), nextCursor: null }
}

/** @throws lacs.unitNotFound (404), also for a deleted unit. */
function assertFound(row: LacsUnitRow | undefined): LacsUnitRow {
  if (!row) throw new AppError('lacs.unitNotFound')
  return row
}

async function readUnit(db: Db, id: string): Promise<LacsUnit> {
  const row = assertFound(await lacsUnitById(db, id))
  return presentLacsUnit(row, await peopleById(db, row.admin_ids))
}

/** Checks that the group and the administrators exist. @throws lacs.groupNotFound, lacs.adminNotFound (404). */
async function assertReferences(tx: Db, { LacsGroupId, adminIds }: Form): Promise<void> {
  if (!(await lacsGroupForUpdate(tx, LacsGroupId))) throw new AppError('lacs.groupNotFound')
  const people = await peopleById(tx, adminIds)
  if (adminIds.some((id) => !people.has(id))) throw new AppError('lacs.adminNotFound')
}

function rethrowTaken(error: unknown): never {
  throw isUniqueViolation(error, 'lacs_units_by_unit_id') ? new AppError('lacs.unitIdTaken') : error
}

/** Creates a LACS unit with its administrators. @throws lacs.groupNotFound, lacs.adminNotFound (404); lacs.unitIdTaken (409). */
export const createLacsUnit = (deps: Deps, auditActor: AuditActor, form: Form): Promise<LacsUnit> =>
  deps
    .transaction(async (tx) => {
      await assertReferences(tx, form)
      const id = newId()
      await insertLacsUnit(tx, { id, ...columnsOf(form) })
      await replaceAdmins(tx, id, form.adminIds)
      await recordAudit(tx, {
        ...auditActor,
        action: 'lacsUnit.created',
        targetKind,
        targetId: id,
        details: { name: form.unitName, ...form },
      })
      return readUnit(tx, id)
    })
    .catch(rethrowTaken)

/**
 * Changes a LACS unit and replaces its administrators.
 * @throws lacs.unitNotFound, lacs.groupNotFound, lacs.adminNotFound (404); lacs.unitIdTaken (409).
 */
export const changeLacsUnit = (deps: Deps, auditActor: AuditActor, id: string, form: Form): Promise<LacsUnit> =>
  deps
    .transaction(async (tx) => {
      await assertReferences(tx, form)
      assertFound(await lacsUnitForUpdate(tx, id))
      await updateLacsUnit(tx, id, columnsOf(form))
      await replaceAdmins(tx, id, form.adminIds)
      await recordAudit(tx, {
        ...auditActor,
        action: 'lacsUnit.changed',
        targetKind,
        targetId: id,
        details: { name: form.unitName, ...form },
      })
      return readUnit(tx, id)
    })
    .catch(rethrowTaken)

/** Deletes a LACS unit. @throws lacs.unitNotFound (404). */
export async function deleteLacsUnit(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const { unit_name: name } = assertFound(await lacsUnitForUpdate(tx, id))
    await updateLacsUnit(tx, id, { deleted_at: deps.now() })
    await recordAudit(tx, { ...auditActor, action: 'lacsUnit.deleted', targetKind, targetId: id, details: { name } })
  })
}

const columnsOf = (form: Form): LacsUnitColumns => ({
  group_id: form.LacsGroupId,
  unit_id: form.unitId,
  unit_name: form.unitName,
  is_cloud_unit: form.isCloudUnit,
})
