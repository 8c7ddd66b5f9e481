import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { DashboardLink, LinkForm } from '@noroshi/contract/dashboard/dashboard.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, type FileReaders, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { Doer, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { EVERYBODY } from '#/realtime/rooms.ts'
import { presentLink } from './dashboard.present.ts'
import {
  deleteLink,
  insertLink,
  linkById,
  type LinkRow,
  linkRows,
  placeLinks,
  sectionById,
  sectionForUpdate,
  type SectionRow,
  updateLink,
} from './dashboard.sql.ts'
import { placedAt, sameMembers } from './order.ts'

type Form = z.output<typeof LinkForm>
interface Links {
  items: DashboardLink[]
  nextCursor: null
}

const targetKind = 'dashboardLink'
const inOrder = (rows: readonly LinkRow[]): Links => ({ items: rows.map(presentLink), nextCursor: null })

const announce = (tx: Tx, sectionIds: Iterable<string>) => {
  for (const DashboardSectionId of new Set(sectionIds)) tx.announce('dashboard:changed', [EVERYBODY], { DashboardSectionId })
}

/** Those that are shown now; `all` gives an administrator the others too. @throws dashboard.sectionNotFound (404). */
export async function listLinks(deps: Deps, viewer: SignedIn | null, sectionId: string, all: boolean): Promise<Links> {
  if (!(await sectionById(deps.db, sectionId))) throw new AppError('dashboard.sectionNotFound')
  return inOrder(await linkRows(deps.db, sectionId, all && viewer?.isAdmin === true ? undefined : deps.now()))
}

/** Pictures of the home are everybody's, as the home is. */
export const mayReadLinkFiles: FileReaders['dashboardLink'] = async () => true

/** The sections that a change touches, locked in one order, so that two changes never wait for each other. */
async function lockedSections(tx: Db, ids: readonly string[]): Promise<Map<string, SectionRow>> {
  const locked = new Map<string, SectionRow>()
  for (const id of new Set(ids.toSorted())) {
    const row = await sectionForUpdate(tx, id)
    if (row) locked.set(id, row)
  }
  return locked
}

const idsOf = async (tx: Db, sectionId: string) => (await linkRows(tx, sectionId)).map((row) => row.id)

/** @throws dashboard.sectionNotFound (404), dashboard.imageRequired, dashboard.iconRequired, dashboard.notAnImage (400). */
export async function createLink(deps: Deps, doer: Doer, form: Form, files: readonly ReceivedFile[]): Promise<DashboardLink> {
  return deps.transaction(async (tx) => {
    const section = (await lockedSections(tx, [form.DashboardSectionId])).get(form.DashboardSectionId)
    if (!section) throw new AppError('dashboard.sectionNotFound')
    const id = uuidv7()
    const image_file_id = await keepImage(tx, id, files)
    suits(section, form, image_file_id)
    const ids = await idsOf(tx, section.id)
    await insertLink(tx, { id, ...columnsOf(form), image_file_id, position: ids.length + 1 })
    await placeLinks(tx, placedAt([...ids, id], id, form.position))
    return written(tx, doer, 'link.created', id, [section.id])
  })
}

/** @throws dashboard.linkNotFound, dashboard.sectionNotFound (404), and what {@link createLink} throws of pictures and icons. */
export async function changeLink(deps: Deps, doer: Doer, id: string, form: Form, files: readonly ReceivedFile[]) {
  const { link, removed } = await deps.transaction(async (tx) => {
    const before = await lockedLink(tx, id, form.DashboardSectionId)
    const section = await sectionById(tx, form.DashboardSectionId)
    if (!section) throw new AppError('dashboard.sectionNotFound')
    const kept = form.removesImage ? null : before.image_file_id
    const image_file_id = (await keepImage(tx, id, files)) ?? kept
    suits(section, form, image_file_id)
    const isMoved = before.section_id !== section.id
    const ids = await idsOf(tx, section.id)
    const position = isMoved ? ids.length + 1 : before.position
    await updateLink(tx, id, { ...columnsOf(form), image_file_id, position })
    await placeLinks(tx, placedAt(isMoved ? [...ids, id] : ids, id, form.position))
    if (isMoved) await placeLinks(tx, await idsOf(tx, before.section_id))
    const isReplaced = before.image_file_id !== null && before.image_file_id !== image_file_id
    return {
      removed: await removeFiles(tx, isReplaced ? [before.image_file_id ?? ''] : []),
      link: await written(tx, doer, 'link.changed', id, [section.id, before.section_id]),
    }
  })
  await discardReceived(deps, removed)
  return link
}

/** The link, with its section and the one that it goes to locked; read again under the locks, since it may have moved meanwhile. */
async function lockedLink(tx: Db, id: string, sectionId: string): Promise<LinkRow> {
  const seen = await linkById(tx, id)
  if (!seen) throw new AppError('dashboard.linkNotFound')
  const locked = await lockedSections(tx, [seen.section_id, sectionId])
  const row = await linkById(tx, id)
  if (!row) throw new AppError('dashboard.linkNotFound')
  if (!locked.has(row.section_id)) throw new AppError('dashboard.orderChanged')
  return row
}

/** @throws dashboard.linkNotFound (404). */
export async function removeLink(deps: Deps, doer: Doer, id: string): Promise<void> {
  const files = await deps.transaction(async (tx) => {
    const seen = await linkById(tx, id)
    if (!seen) throw new AppError('dashboard.linkNotFound')
    await lockedLink(tx, id, seen.section_id)
    const gone = await deleteLink(tx, id)
    if (!gone) throw new AppError('dashboard.linkNotFound')
    await placeLinks(tx, await idsOf(tx, gone.section_id))
    const details = { name: gone.link_text, linkUrl: gone.link_url }
    await recordAudit(tx, { ...doer, action: 'link.deleted', targetKind, targetId: id, details })
    announce(tx, [gone.section_id])
    return removeFiles(tx, gone.image_file_id === null ? [] : [gone.image_file_id])
  })
  await discardReceived(deps, files)
}

/** @throws dashboard.sectionNotFound (404); dashboard.orderChanged (409) when a link came or went meanwhile. */
export async function orderLinks(deps: Deps, doer: Doer, sectionId: string, ids: readonly string[]): Promise<Links> {
  return deps.transaction(async (tx) => {
    if (!(await sectionForUpdate(tx, sectionId))) throw new AppError('dashboard.sectionNotFound')
    sameMembers(await idsOf(tx, sectionId), ids)
    await placeLinks(tx, ids)
    await recordAudit(tx, { ...doer, action: 'link.ordered', targetKind: 'dashboardSection', targetId: sectionId })
    announce(tx, [sectionId])
    return inOrder(await linkRows(tx, sectionId))
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

/** What a section's type shows must be there. */
function suits({ type }: SectionRow, { iconName }: Form, imageId: string | null): void {
  if ((type === 'imageSlider' || type === 'imageLink') && imageId === null) throw new AppError('dashboard.imageRequired')
  if (type === 'iconLink' && iconName === null) throw new AppError('dashboard.iconRequired')
}

/** The picture that came along, as the server encoded it; null without one. */
async function keepImage(tx: Db, linkId: string, files: readonly ReceivedFile[]): Promise<string | null> {
  const [image, ...more] = files
  if (!image) return null
  if (more.length > 0) throw new AppError('file.tooMany', { max: 1 })
  if (image.width === null) throw new AppError('dashboard.notAnImage')
  const [row] = await insertFiles(tx, { kind: 'dashboardLink', id: linkId }, [image])
  return row?.id ?? null
}

async function written(tx: Tx, doer: Doer, action: string, id: string, sectionIds: string[]): Promise<DashboardLink> {
  const row = await linkById(tx, id)
  if (!row) throw new AppError('dashboard.linkNotFound')
  const details = { name: row.link_text, linkUrl: row.link_url }
  await recordAudit(tx, { ...doer, action, targetKind, targetId: id, details })
  announce(tx, sectionIds)
  return presentLink(row)
}
