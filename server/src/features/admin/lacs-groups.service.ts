import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { LacsGroup, LacsGroupForm } from '@noroshi/contract/admin/lacs.http'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { Doer } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { recordAudit } from './audit.service.ts'
import { presentLacsGroup } from './lacs.present.ts'
import {
  insertLacsGroup,
  lacsGroupById,
  type LacsGroupColumns,
  lacsGroupForUpdate,
  type LacsGroupRow,
  lacsGroupRows,
  updateLacsGroup,
} from './lacs.sql.ts'

type Form = z.output<typeof LacsGroupForm>

const targetKind = 'lacsGroup'

export const listLacsGroups = async (deps: Deps): Promise<{ items: LacsGroup[]; nextCursor: null }> => ({
  items: (await lacsGroupRows(deps.db)).map(presentLacsGroup),
  nextCursor: null,
})

/** @throws lacs.groupNotFound (404), for a deleted one too. */
function there(row: LacsGroupRow | undefined): LacsGroupRow {
  if (!row) throw new AppError('lacs.groupNotFound')
  return row
}

const readGroup = async (db: Db, id: string): Promise<LacsGroup> => presentLacsGroup(there(await lacsGroupById(db, id)))

function orTaken(error: unknown): never {
  throw isUniqueViolation(error, 'lacs_groups_by_subdomain') ? new AppError('lacs.subdomainTaken') : error
}

/** @throws lacs.subdomainTaken (409). */
export const createLacsGroup = (deps: Deps, doer: Doer, form: Form): Promise<LacsGroup> =>
  deps
    .transaction(async (tx) => {
      const id = uuidv7()
      await insertLacsGroup(tx, { id, ...columnsOf(form) })
      await recordAudit(tx, {
        ...doer,
        action: 'lacsGroup.created',
        targetKind,
        targetId: id,
        details: { name: form.organizationName, ...form },
      })
      return readGroup(tx, id)
    })
    .catch(orTaken)

/** @throws lacs.groupNotFound (404); lacs.subdomainTaken (409). */
export const changeLacsGroup = (deps: Deps, doer: Doer, id: string, form: Form): Promise<LacsGroup> =>
  deps
    .transaction(async (tx) => {
      there(await lacsGroupForUpdate(tx, id))
      await updateLacsGroup(tx, id, columnsOf(form))
      await recordAudit(tx, {
        ...doer,
        action: 'lacsGroup.changed',
        targetKind,
        targetId: id,
        details: { name: form.organizationName, ...form },
      })
      return readGroup(tx, id)
    })
    .catch(orTaken)

/** @throws lacs.groupNotFound (404); lacs.groupHasUnits (409). */
export async function deleteLacsGroup(deps: Deps, doer: Doer, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const { unit_count, organization_name: name } = there(await lacsGroupForUpdate(tx, id))
    if ((unit_count ?? 0) > 0) throw new AppError('lacs.groupHasUnits')
    await updateLacsGroup(tx, id, { deleted_at: deps.now() })
    await recordAudit(tx, { ...doer, action: 'lacsGroup.deleted', targetKind, targetId: id, details: { name } })
  })
}

const columnsOf = (form: Form): LacsGroupColumns => ({
  organization_name: form.organizationName,
  subdomain: form.subdomain,
  department_name: form.departmentName,
  contact_person_name: form.contactPersonName,
  contact_person_designation: form.contactPersonDesignation,
  share_data_among_units: form.shareDataAmongUnits,
})
