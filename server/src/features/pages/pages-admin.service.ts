import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Page, pageRoutes } from '@noroshi/contract/pages/pages.http'
import { EMPTY_CONTENT } from '@noroshi/contract/pages/rich-text'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { pageReviewersRoom, userRoom } from '#/realtime/rooms.ts'
import { insertMembers, reviewersOf } from './page-members.sql.ts'
import { tellGone, tellPage } from './page-events.service.ts'
import { presentPage } from './pages.present.ts'
import { openPage, openPageForChange, readContent, readPage } from './pages.service.ts'
import { deletePage, insertPage, pageOfClient, renamePage as writeName } from './pages.sql.ts'
import { writeRevision } from './publishing.service.ts'

type Form = z.output<typeof pageRoutes.rename.body>
type NewForm = z.output<typeof pageRoutes.create.body>

const targetKind = 'page'
const EVERY_FLAG = { can_update: true, can_moderate_updates: true, can_moderate_members: true }

/** An empty page. @throws conflict (409) when the same `clientId` made another page. */
export async function createPage(deps: Deps, doer: Doer, form: NewForm): Promise<Page> {
  const content_hash = hashOf(form)
  try {
    return await deps.transaction((tx) => make(deps, tx, doer, form, content_hash))
  } catch (error) {
    if (form.clientId === undefined || !isUniqueViolation(error, 'pages_by_client')) throw error
    const made = await pageOfClient(deps.db, doer.actor.id, form.clientId)
    if (!made?.content_hash?.equals(content_hash)) throw new AppError('conflict')
    return readPage(deps, doer.actor, made.id)
  }
}

async function make(deps: Deps, tx: Tx, doer: Doer, form: NewForm, content_hash: Buffer): Promise<Page> {
  const [id, at, created_by] = [uuidv7(), deps.now(), doer.actor.id]
  const { title, isPublic: is_public, clientId } = form
  await insertPage(tx, {
    id,
    title,
    is_public,
    created_by,
    client_id: clientId ?? null,
    content_hash,
    created_at: at,
    updated_at: at,
  })
  await insertMembers(tx, id, [created_by], EVERY_FLAG, at)
  await writeRevision(deps, tx, doer.actor, { id, title, revision: 1 }, EMPTY_CONTENT)
  const page = await openPage(tx, doer.actor, id)
  await recordAudit(tx, { ...doer, action: 'page.created', targetKind, targetId: id, details: { name: title } })
  tx.beforeTelling(() => deps.realtime.joinRoom([created_by], pageReviewersRoom(id)))
  tx.announce('membership:changed', [userRoom(created_by)], {})
  tellPage(deps, tx, page)
  return presentPage(page, JSON.stringify(EMPTY_CONTENT))
}

/** Another title, other readers. @throws page.notFound (404). */
export const renamePage = (deps: Deps, doer: Doer, id: string, { title, isPublic }: Form): Promise<Page> =>
  deps.transaction(async (tx) => {
    const before = await openPageForChange(tx, doer.actor, id)
    const is_public = isPublic ?? before.is_public
    await writeName(tx, id, { title, is_public }, deps.now())
    const page = await openPage(tx, doer.actor, id)
    const details = { name: title, before: before.title, isPublic: is_public }
    await recordAudit(tx, { ...doer, action: 'page.renamed', targetKind, targetId: id, details })
    tellPage(deps, tx, page)
    return presentPage(page, await readContent(tx, id, page.revision))
  })

/** With its drafts and its history: nobody reads them any more. @throws page.notFound (404). */
export const removePage = (deps: Deps, doer: Doer, id: string): Promise<void> =>
  deps.transaction(async (tx) => {
    const page = await openPageForChange(tx, doer.actor, id)
    const { version } = await deletePage(tx, id, deps.now())
    await recordAudit(tx, { ...doer, action: 'page.deleted', targetKind, targetId: id, details: { name: page.title } })
    tellGone(deps, tx, id, version, await reviewersOf(tx, id))
  })

const hashOf = ({ title, isPublic }: NewForm): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([title, isPublic]))
    .digest()
