import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { LacsGroup, LacsGroupForm } from '@noroshi/contract/admin/lacs.http'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { AuditActor } from '#/http/authenticate.ts'
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

/** Returns all LACS groups. */
export const listLacsGroups = async (deps: Deps): Promise<{ items: LacsGroup[]; nextCursor: null }> => ({
  items: (await lacsGroupRows(deps.db)).map(presentLacsGroup),
  nextCursor: null,
})

/** @throws lacs.groupNotFound (404), also for a deleted group. */
function assertFound(row: LacsGroupRow | undefined): LacsGroupRow {
  if (!row) throw new AppError('lacs.groupNotFound')
  return row
}

const readGroup = async (db: Db, id: string): Promise<LacsGroup> => presentLacsGroup(assertFound(await lacsGroupById(db, id)))

function rethrowTaken(error: unknown): never {
  throw isUniqueViolation(error, 'lacs_groups_by_subdomain') ? new AppError('lacs.subdomainTaken') : error
}

/** Creates a LACS group. @throws lacs.subdomainTaken (409). */
export const createLacsGroup = (deps: Deps, auditActor: AuditActor, form: Form): Promise<LacsGroup> =>
  deps
    .transaction(async (tx) => {
      const id = newId()
      await insertLacsGroup(tx, { id, ...columnsOf(form) })
      await recordAudit(tx, {
        ...auditActor,
        action: 'lacsGroup.created',
        targetKind,
        targetId: id,
        details: { name: form.organizationName, ...form },
      })
      return readGroup(tx, id)
    })
    .catch(rethrowTaken)

/** Changes a LACS group. @throws lacs.groupNotFound (404); lacs.subdomainTaken (409). */
export const changeLacsGroup = (deps: Deps, auditActor: AuditActor, id: string, form: Form): Promise<LacsGroup> =>
  deps
    .transaction(async (tx) => {
      assertFound(await lacsGroupForUpdate(tx, id))
      await updateLacsGroup(tx, id, columnsOf(form))
      await recordAudit(tx, {
        ...auditActor,
        action: 'lacsGroup.changed',
        targetKind,
        targetId: id,
        details: { name: form.organizationName, ...form },
      })
      return readGroup(tx, id)
    })
    .catch(rethrowTaken)

/** Deletes a LACS group without units. @throws lacs.groupNotFound (404); lacs.groupHasUnits (409). */
export async function deleteLacsGroup(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  await deps.transaction(async (tx) => {
    const { unit_count, organization_name: name } = assertFound(await lacsGroupForUpdate(tx, id))
    if ((unit_count ?? 0) > 0) throw new AppError('lacs.groupHasUnits')
    await updateLacsGroup(tx, id, { deleted_at: deps.now() })
    await recordAudit(tx, { ...auditActor, action: 'lacsGroup.deleted', targetKind, targetId: id, details: { name } })
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
