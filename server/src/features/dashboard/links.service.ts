import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { DashboardLink, LinkForm } from '@noroshi/contract/dashboard/dashboard.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, type FileReaders, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { presentLink } from './dashboard.present.ts'
import {
  deleteLink,
  insertLink,
  linkById,
  type LinkRow,
  linkRows,
  updateLinkPositions,
  sectionById,
  sectionForUpdate,
  type SectionRow,
  updateLink,
} from './dashboard.sql.ts'
import { moveToPosition, assertSameMembers } from './order.ts'

type Form = z.output<typeof LinkForm>
interface Links {
  items: DashboardLink[]
  nextCursor: null
}

const targetKind = 'dashboardLink'
const presentLinks = (rows: readonly LinkRow[]): Links => ({ items: rows.map(presentLink), nextCursor: null })

const emitChanged = (tx: Tx, sectionIds: Iterable<string>) => {
  for (const DashboardSectionId of new Set(sectionIds)) tx.emit('dashboard:changed', [ALL_USERS], { DashboardSectionId })
}

/**
 * Returns the links of a section that are shown now. `all` adds the others for an administrator.
 * @throws dashboard.sectionNotFound (404).
 */
export async function listLinks(deps: Deps, viewer: SignedIn | null, sectionId: string, all: boolean): Promise<Links> {
  if (!(await sectionById(deps.db, sectionId))) throw new AppError('dashboard.sectionNotFound')
  return presentLinks(await linkRows(deps.db, sectionId, all && viewer?.isAdmin === true ? undefined : deps.now()))
}

/** The home screen is public, and so are its images. */
export const mayReadLinkFiles: FileReaders['dashboardLink'] = async () => true

/** Locks these sections in order of id, so that two changes cannot deadlock. Missing sections are left out. */
async function lockSectionsById(tx: Db, ids: readonly string[]): Promise<Map<string, SectionRow>> {
  const locked = new Map<string, SectionRow>()
  for (const id of new Set(ids.toSorted())) {
    const row = await sectionForUpdate(tx, id)
    if (row) locked.set(id, row)
  }
  return locked
}

const idsOf = async (tx: Db, sectionId: string) => (await linkRows(tx, sectionId)).map((row) => row.id)

/**
 * Creates a link at its position in a section.
 * @throws dashboard.sectionNotFound (404), dashboard.imageRequired, dashboard.iconRequired, dashboard.notAnImage (400).
 */
export async function createLink(
  deps: Deps,
  auditActor: AuditActor,
  form: Form,
  files: readonly ReceivedFile[],
): Promise<DashboardLink> {
  return deps.transaction(async (tx) => {
    const section = (await lockSectionsById(tx, [form.DashboardSectionId])).get(form.DashboardSectionId)
    if (!section) throw new AppError('dashboard.sectionNotFound')
    const id = newId()
    const image_file_id = await insertImage(tx, id, files)
    assertComplete(section, form, image_file_id)
    const ids = await idsOf(tx, section.id)
    await insertLink(tx, { id, ...columnsOf(form), image_file_id, position: ids.length + 1 })
    await updateLinkPositions(tx, moveToPosition([...ids, id], id, form.position))
    return recordAndPresent(tx, auditActor, 'link.created', id, [section.id])
  })
}

/**
 * Changes a link, moves it, and replaces or removes its image.
 * @throws dashboard.linkNotFound, dashboard.sectionNotFound (404), and the errors of {@link createLink} for images and icons.
 */
export async function changeLink(deps: Deps, auditActor: AuditActor, id: string, form: Form, files: readonly ReceivedFile[]) {
  const { link, removed } = await deps.transaction(async (tx) => {
    const before = await lockLink(tx, id, form.DashboardSectionId)
    const section = await sectionById(tx, form.DashboardSectionId)
    if (!section) throw new AppError('dashboard.sectionNotFound')
    const currentImageId = form.removesImage ? null : before.image_file_id
    const image_file_id = (await insertImage(tx, id, files)) ?? currentImageId
    assertComplete(section, form, image_file_id)
    const isMoved = before.section_id !== section.id
    const ids = await idsOf(tx, section.id)
    const position = isMoved ? ids.length + 1 : before.position
    await updateLink(tx, id, { ...columnsOf(form), image_file_id, position })
    await updateLinkPositions(tx, moveToPosition(isMoved ? [...ids, id] : ids, id, form.position))
    if (isMoved) await updateLinkPositions(tx, await idsOf(tx, before.section_id))
    const isReplaced = before.image_file_id !== null && before.image_file_id !== image_file_id
    return {
      removed: await removeFiles(tx, isReplaced ? [before.image_file_id ?? ''] : []),
      link: await recordAndPresent(tx, auditActor, 'link.changed', id, [section.id, before.section_id]),
    }
  })
  await discardReceived(deps, removed)
  return link
}

/**
 * Locks the section of a link and the section with this id. Then reads the link again, since it may have moved meanwhile.
 * @throws dashboard.orderChanged (409) if it has moved to a third section.
 */
async function lockLink(tx: Db, id: string, sectionId: string): Promise<LinkRow> {
  const unlocked = await linkById(tx, id)
  if (!unlocked) throw new AppError('dashboard.linkNotFound')
  const locked = await lockSectionsById(tx, [unlocked.section_id, sectionId])
  const row = await linkById(tx, id)
  if (!row) throw new AppError('dashboard.linkNotFound')
  if (!locked.has(row.section_id)) throw new AppError('dashboard.orderChanged')
  return row
}

/** Deletes a link with its image. @throws dashboard.linkNotFound (404). */
export async function removeLink(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  const files = await deps.transaction(async (tx) => {
    const unlocked = await linkById(tx, id)
    if (!unlocked) throw new AppError('dashboard.linkNotFound')
    await lockLink(tx, id, unlocked.section_id)
    const deleted = await deleteLink(tx, id)
    if (!deleted) throw new AppError('dashboard.linkNotFound')
    await updateLinkPositions(tx, await idsOf(tx, deleted.section_id))
    const details = { name: deleted.link_text, linkUrl: deleted.link_url }
    await recordAudit(tx, { ...auditActor, action: 'link.deleted', targetKind, targetId: id, details })
    emitChanged(tx, [deleted.section_id])
    return removeFiles(tx, deleted.image_file_id === null ? [] : [deleted.image_file_id])
  })
  await discardReceived(deps, files)
}

/**
 * Sets the order of all links of a section.
 * @throws dashboard.sectionNotFound (404); dashboard.orderChanged (409) if a link was added or removed meanwhile.
 */
export async function orderLinks(deps: Deps, auditActor: AuditActor, sectionId: string, ids: readonly string[]): Promise<Links> {
  return deps.transaction(async (tx) => {
    if (!(await sectionForUpdate(tx, sectionId))) throw new AppError('dashboard.sectionNotFound')
    assertSameMembers(await idsOf(tx, sectionId), ids)
    await updateLinkPositions(tx, ids)
    await recordAudit(tx, { ...auditActor, action: 'link.ordered', targetKind: 'dashboardSection', targetId: sectionId })
    emitChanged(tx, [sectionId])
    return presentLinks(await linkRows(tx, sectionId))
  })
}

const columnsOf = ({ DashboardSectionId, linkUrl, isExternal, linkText, iconName, start, end }: Form) => ({
  section_id: DashboardSectionId,
  link_url: linkUrl,
  is_external: isExternal,
  link_text: linkText,
  icon_name: iconName,
  starts_at: start,
  ends_at: end,
})

/** Checks that a link has the image or the icon that the type of its section shows. */
function assertComplete({ type }: SectionRow, { iconName }: Form, imageId: string | null): void {
  if ((type === 'imageSlider' || type === 'imageLink') && imageId === null) throw new AppError('dashboard.imageRequired')
  if (type === 'iconLink' && iconName === null) throw new AppError('dashboard.iconRequired')
}

/** Inserts the uploaded image and returns its file id, or null if there is none. */
async function insertImage(tx: Db, linkId: string, files: readonly ReceivedFile[]): Promise<string | null> {
  const [image, ...rest] = files
  if (!image) return null
  if (rest.length > 0) throw new AppError('file.tooMany', { max: 1 })
  if (image.width === null) throw new AppError('dashboard.notAnImage')
  const [row] = await insertFiles(tx, { kind: 'dashboardLink', id: linkId }, [image])
  return row?.id ?? null
}

async function recordAndPresent(
  tx: Tx,
  auditActor: AuditActor,
  action: string,
  id: string,
  sectionIds: string[],
): Promise<DashboardLink> {
  const row = await linkById(tx, id)
  if (!row) throw new AppError('dashboard.linkNotFound')
  const details = { name: row.link_text, linkUrl: row.link_url }
  await recordAudit(tx, { ...auditActor, action, targetKind, targetId: id, details })
  emitChanged(tx, sectionIds)
  return presentLink(row)
}
