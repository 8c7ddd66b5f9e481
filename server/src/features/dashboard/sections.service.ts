import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { DashboardSection, SectionForm, SectionWithLinks } from '@noroshi/contract/dashboard/dashboard.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { presentLink, presentSection } from './dashboard.present.ts'
import {
  deleteSection,
  insertSection,
  linkRows,
  lockSections,
  updateSectionPositions,
  sectionById,
  sectionForUpdate,
  sectionRows,
  shownLinkRows,
  updateSection,
} from './dashboard.sql.ts'
import { moveToPosition, assertSameMembers } from './order.ts'

type Form = z.output<typeof SectionForm>
interface Sections {
  items: DashboardSection[]
  nextCursor: null
}

const targetKind = 'dashboardSection'

/** Emits the change to all users. Visitors have no room; their page refetches periodically. */
const emitChanged = (tx: Tx) => tx.emit('dashboard:changed', [ALL_USERS], { DashboardSectionId: null })

const readSections = async (db: Db): Promise<Sections> => ({
  items: (await sectionRows(db)).map(presentSection),
  nextCursor: null,
})

/** Returns the sections by position with the links that are shown now, in two statements. */
export async function listSections({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ items: SectionWithLinks[]; nextCursor: null }> {
  const [sections, links] = await Promise.all([sectionRows(db), shownLinkRows(db, now())])
  const linksOf = Map.groupBy(links.map(presentLink), (link) => link.DashboardSectionId)
  return { items: sections.map((row) => ({ ...presentSection(row), links: linksOf.get(row.id) ?? [] })), nextCursor: null }
}

const idsOf = async (tx: Db) => (await sectionRows(tx)).map((row) => row.id)

async function readSection(tx: Db, id: string): Promise<DashboardSection> {
  const row = await sectionById(tx, id)
  if (!row) throw new AppError('dashboard.sectionNotFound')
  return presentSection(row)
}

/** Creates a section at its position. */
export async function createSection(
  deps: Deps,
  auditActor: AuditActor,
  { title, type, position }: Form,
): Promise<DashboardSection> {
  return deps.transaction(async (tx) => {
    await lockSections(tx)
    const ids = await idsOf(tx)
    const id = newId()
    await insertSection(tx, { id, title, type, position: ids.length + 1 })
    await updateSectionPositions(tx, moveToPosition([...ids, id], id, position))
    await recordAudit(tx, { ...auditActor, action: 'section.created', targetKind, targetId: id, details: { name: title, type } })
    emitChanged(tx)
    return readSection(tx, id)
  })
}

/** Changes a section and moves it to its position. @throws dashboard.sectionNotFound (404). */
export async function changeSection(deps: Deps, auditActor: AuditActor, id: string, form: Form): Promise<DashboardSection> {
  return deps.transaction(async (tx) => {
    await lockSections(tx)
    const { title, type, position } = form
    const before = await sectionForUpdate(tx, id)
    if (!before) throw new AppError('dashboard.sectionNotFound')
    await updateSection(tx, id, { title, type })
    await updateSectionPositions(tx, moveToPosition(await idsOf(tx), id, position))
    await recordAudit(tx, { ...auditActor, action: 'section.changed', targetKind, targetId: id, details: { name: title, type } })
    emitChanged(tx)
    return readSection(tx, id)
  })
}

/** Deletes a section with its links and their images. @throws dashboard.sectionNotFound (404). */
export async function removeSection(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  const files = await deps.transaction(async (tx) => {
    await lockSections(tx)
    await sectionForUpdate(tx, id)
    const images = (await linkRows(tx, id)).flatMap((link) => link.image_file_id ?? [])
    const deleted = await deleteSection(tx, id)
    if (!deleted) throw new AppError('dashboard.sectionNotFound')
    await updateSectionPositions(tx, await idsOf(tx))
    await recordAudit(tx, {
      ...auditActor,
      action: 'section.deleted',
      targetKind,
      targetId: id,
      details: { name: deleted.title },
    })
    emitChanged(tx)
    return removeFiles(tx, images)
  })
  await discardReceived(deps, files)
}

/** Sets the order of all sections. @throws dashboard.orderChanged (409) if a section was added or removed meanwhile. */
export async function orderSections(deps: Deps, auditActor: AuditActor, ids: readonly string[]): Promise<Sections> {
  return deps.transaction(async (tx) => {
    await lockSections(tx)
    assertSameMembers(await idsOf(tx), ids)
    await updateSectionPositions(tx, ids)
    await recordAudit(tx, { ...auditActor, action: 'section.ordered', targetKind, targetId: null })
    emitChanged(tx)
    return readSections(tx)
  })
}
