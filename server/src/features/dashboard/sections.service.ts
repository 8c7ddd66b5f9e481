import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { DashboardSection, SectionForm } from '@noroshi/contract/dashboard/dashboard.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { EVERYBODY } from '#/realtime/rooms.ts'
import { presentSection } from './dashboard.present.ts'
import {
  deleteSection,
  insertSection,
  linkRows,
  lockSections,
  placeSections,
  sectionById,
  sectionForUpdate,
  sectionRows,
  updateSection,
} from './dashboard.sql.ts'
import { placedAt, sameMembers } from './order.ts'

type Form = z.output<typeof SectionForm>
interface Sections {
  items: DashboardSection[]
  nextCursor: null
}

const targetKind = 'dashboardSection'

/** Visitors have no room: their page asks again by itself. */
const announce = (tx: Tx) => tx.announce('dashboard:changed', [EVERYBODY], { DashboardSectionId: null })

export const listSections = async (db: Db): Promise<Sections> => ({
  items: (await sectionRows(db)).map(presentSection),
  nextCursor: null,
})

const idsOf = async (tx: Db) => (await sectionRows(tx)).map((row) => row.id)

async function readSection(tx: Db, id: string): Promise<DashboardSection> {
  const row = await sectionById(tx, id)
  if (!row) throw new AppError('dashboard.sectionNotFound')
  return presentSection(row)
}

export async function createSection(deps: Deps, doer: Doer, { title, type, position }: Form): Promise<DashboardSection> {
  return deps.transaction(async (tx) => {
    await lockSections(tx)
    const ids = await idsOf(tx)
    const id = uuidv7()
    await insertSection(tx, { id, title, type, position: ids.length + 1 })
    await placeSections(tx, placedAt([...ids, id], id, position))
    await recordAudit(tx, { ...doer, action: 'section.created', targetKind, targetId: id, details: { name: title, type } })
    announce(tx)
    return readSection(tx, id)
  })
}

/** @throws dashboard.sectionNotFound (404). */
export async function changeSection(deps: Deps, doer: Doer, id: string, form: Form): Promise<DashboardSection> {
  return deps.transaction(async (tx) => {
    await lockSections(tx)
    const { title, type, position } = form
    const before = await sectionForUpdate(tx, id)
    if (!before) throw new AppError('dashboard.sectionNotFound')
    await updateSection(tx, id, { title, type })
    await placeSections(tx, placedAt(await idsOf(tx), id, position))
    await recordAudit(tx, { ...doer, action: 'section.changed', targetKind, targetId: id, details: { name: title, type } })
    announce(tx)
    return readSection(tx, id)
  })
}

/** @throws dashboard.sectionNotFound (404). */
export async function removeSection(deps: Deps, doer: Doer, id: string): Promise<void> {
  const files = await deps.transaction(async (tx) => {
    await lockSections(tx)
    await sectionForUpdate(tx, id)
    const images = (await linkRows(tx, id)).flatMap((link) => link.image_file_id ?? [])
    const gone = await deleteSection(tx, id)
    if (!gone) throw new AppError('dashboard.sectionNotFound')
    await placeSections(tx, await idsOf(tx))
    await recordAudit(tx, { ...doer, action: 'section.deleted', targetKind, targetId: id, details: { name: gone.title } })
    announce(tx)
    return removeFiles(tx, images)
  })
  await discardReceived(deps, files)
}

/** @throws dashboard.orderChanged (409) when a section came or went meanwhile. */
export async function orderSections(deps: Deps, doer: Doer, ids: readonly string[]): Promise<Sections> {
  return deps.transaction(async (tx) => {
    await lockSections(tx)
    sameMembers(await idsOf(tx), ids)
    await placeSections(tx, ids)
    await recordAudit(tx, { ...doer, action: 'section.ordered', targetKind, targetId: null })
    announce(tx)
    return listSections(tx)
  })
}
