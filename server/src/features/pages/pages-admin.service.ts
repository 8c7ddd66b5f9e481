import type { z } from 'zod'
import type { Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { EMPTY_CONTENT } from '@noroshi/contract/pages/rich-text'
import { command } from '#/db/command.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { isOfThisUnit } from '#/features/accounts/people/authors.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { scopeAfter } from '#/features/units/roster.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { insertMembers, reviewersOf } from './page-members.sql.ts'
import { emitPageDeleted, emitPageChanged } from './page-events.service.ts'
import { presentPage } from './pages.present.ts'
import { openPage, openPageForChange, readContent, readPage } from './pages.service.ts'
import { deletePage, insertPage, isPresent, renamePage as updateTitle } from './pages.sql.ts'
import { writeRevision } from './publishing.service.ts'

type Form = z.output<typeof pageRoutes.rename.body>
type NewForm = z.output<typeof pageRoutes.create.body>

const targetKind = 'page'
const SCOPE_REFUSALS = { staysShared: 'page.staysShared', unitsNotSharing: 'page.unitsNotSharing' } as const
const ALL_FLAGS = { can_update: true, can_moderate_updates: true, can_moderate_members: true }

/** Creates an empty page. @throws conflict (409) when the same `clientId` created a different page; page.unitsNotSharing (409). */
export const createPage = (deps: Deps, auditActor: AuditActor, form: NewForm): Promise<Page> =>
  command(
    deps,
    { viewer: auditActor.actor, name: 'page:create', clientId: form.clientId, body: bodyOf(form) },
    (tx, id) => insertWithRevision(deps, tx, auditActor, id, form),
    (tx, id) => readPage({ db: tx }, auditActor.actor, id),
  )

/** An absent field is not part of it, so that a page from before an update may repeat its request. */
const bodyOf = ({ title, isPublic, isShared }: NewForm) => [title, isPublic, ...(isShared === undefined ? [] : [isShared])]

async function insertWithRevision(deps: Deps, tx: Tx, auditActor: AuditActor, id: string, form: NewForm): Promise<Page> {
  const [at, created_by] = [deps.now(), auditActor.actor.id]
  const { title, isPublic: is_public } = form
  const scope = await scopeAfter(tx, form.isShared, 'unit', SCOPE_REFUSALS)
  await insertPage(tx, { id, title, is_public, scope, created_by, created_at: at, updated_at: at })
  await insertMembers(tx, id, [created_by], ALL_FLAGS, at)
  await writeRevision(deps, tx, auditActor.actor, { id, title, revision: 1 }, EMPTY_CONTENT, [])
  const page = await openPage(tx, auditActor.actor, id)
  await recordAudit(tx, { ...auditActor, action: 'page.created', targetKind, targetId: id, details: { name: title } })
  tx.emit('membership:changed', [userRoom(created_by)], {})
  emitPageChanged(tx, page)
  return presentPage(page, JSON.stringify(EMPTY_CONTENT))
}

/**
 * Changes the title, whether the page is public, and whether all units get it.
 * @throws page.notFound (404); page.unitsNotSharing, page.staysShared, page.ofOtherUnit (409).
 */
export const renamePage = (deps: Deps, auditActor: AuditActor, id: string, { title, isPublic, isShared }: Form): Promise<Page> =>
  deps.transaction(async (tx) => {
    const before = await openPageForChange(tx, auditActor.actor, id)
    const is_public = isPublic ?? before.is_public
    const scope = await scopeAfter(tx, isShared, before.scope, SCOPE_REFUSALS)
    if (!(await isOfThisUnit(tx, before.created_by))) {
      if (title !== before.title || is_public !== before.is_public) throw new AppError('page.ofOtherUnit')
      return presentPage(before, await readContent(tx, id, before.revision))
    }
    await updateTitle(tx, id, { title, is_public, scope }, deps.now())
    const page = await openPage(tx, auditActor.actor, id)
    const details = { name: title, before: before.title, isPublic: is_public }
    await recordAudit(tx, { ...auditActor, action: 'page.renamed', targetKind, targetId: id, details })
    emitPageChanged(tx, page)
    return presentPage(page, await readContent(tx, id, page.revision))
  })

/**
 * Repeats the deletion of a page in a database that was restored from before it. The clean-up deletes its files.
 * @returns the deleted files; null: the database does not have the page, or has its deletion
 */
export async function repeatPageDeletion(tx: Tx, { id, at }: { readonly id: string; readonly at: Date }): Promise<[] | null> {
  if (!(await isPresent(tx, id))) return null
  await deletePage(tx, id, at)
  return []
}

/** Deletes a page. Its drafts and its history are no longer readable. Returns the version of the removal. @throws page.notFound (404). */
export const removePage = (deps: Deps, auditActor: AuditActor, id: string): Promise<number> =>
  deps.transaction(async (tx) => {
    const page = await openPageForChange(tx, auditActor.actor, id)
    const { version } = await deletePage(tx, id, deps.now())
    await recordAudit(tx, { ...auditActor, action: 'page.deleted', targetKind, targetId: id, details: { name: page.title } })
    emitPageDeleted(tx, id, version, await reviewersOf(tx, id))
    return version
  })
