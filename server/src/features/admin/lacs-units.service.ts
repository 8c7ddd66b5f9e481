import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { LacsUnit, LacsUnitForm } from '@noroshi/contract/admin/lacs.http'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { peopleById } from '#/features/accounts/people-by-id.service.ts'
import type { Doer } from '#/http/authenticate.ts'
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

export async function listLacsUnits(deps: Deps, groupId: string | undefined): Promise<{ items: LacsUnit[]; nextCursor: null }> {
  const rows = await lacsUnitRows(deps.db, groupId)
  const people = await peopleById(
    deps.db,
    rows.flatMap((row) => row.admin_ids),
  )
  return { items: rows.map((row) => presentLacsUnit(row, people)), nextCursor: null }
}

/** @throws lacs.unitNotFound (404), for a deleted one too. */
function there(row: LacsUnitRow | undefined): LacsUnitRow {
  if (!row) throw new AppError('lacs.unitNotFound')
  return row
}

async function readUnit(db: Db, id: string): Promise<LacsUnit> {
  const row = there(await lacsUnitById(db, id))
  return presentLacsUnit(row, await peopleById(db, row.admin_ids))
}

/** @throws lacs.groupNotFound, lacs.adminNotFound (404). */
async function checkReferences(tx: Db, { LacsGroupId, adminIds }: Form): Promise<void> {
  if (!(await lacsGroupForUpdate(tx, LacsGroupId))) throw new AppError('lacs.groupNotFound')
  const people = await peopleById(tx, adminIds)
  if (adminIds.some((id) => !people.has(id))) throw new AppError('lacs.adminNotFound')
}

function orTaken(error: unknown): never {
  throw isUniqueViolation(error, 'lacs_units_by_unit_id') ? new AppError('lacs.unitIdTaken') : error
}

/** @throws lacs.groupNotFound, lacs.adminNotFound (404); lacs.unitIdTaken (409). */
export const createLacsUnit = (deps: Deps, doer: Doer, form: Form): Promise<LacsUnit> =>
  deps
    .transaction(async (tx) => {
      await checkReferences(tx, form)
      const id = uuidv7()
      await insertLacsUnit(tx, { id, ...columnsOf(form) })
      await replaceAdmins(tx, id, form.adminIds)
      await recordAudit(tx, {
        ...doer,
        action: 'lacsUnit.created',
        targetKind,
        targetId: id,
        details: { name: form.unitName, ...form },
      })
      return readUnit(tx, id)
    })
    .catch(orTaken)

/** @throws lacs.unitNotFound, lacs.groupNotFound, lacs.adminNotFound (404); lacs.unitIdTaken (409). */
export const changeLacsUnit = (deps: Deps, doer: Doer, id: string, form: Form): Promise<LacsUnit> =>
  deps
    .transaction(async (tx) => {
      await checkReferences(tx, form)
      there(await lacsUnitForUpdate(tx, id))
      await updateLacsUnit(tx, id, columnsOf(form))
      await replaceAdmins(tx, id, form.adminIds)
      await recordAudit(tx, {
        ...doer,
        action: 'lacsUnit.changed',
        targetKind,
        targetId: id,
        details: { name: form.unitName, ...form },
      })
      return readUnit(tx, id)
    })
    .catch(orTaken)

/** @throws lacs.unitNotFound (404). */
export async function deleteLacsUnit(deps: Deps, doer: Doer, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const { unit_name: name } = there(await lacsUnitForUpdate(tx, id))
    await updateLacsUnit(tx, id, { deleted_at: deps.now() })
    await recordAudit(tx, { ...doer, action: 'lacsUnit.deleted', targetKind, targetId: id, details: { name } })
  })
}

const columnsOf = (form: Form): LacsUnitColumns => ({
  group_id: form.LacsGroupId,
  unit_id: form.unitId,
  unit_name: form.unitName,
  is_cloud_unit: form.isCloudUnit,
})
