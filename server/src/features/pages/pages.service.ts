import { can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import type { Page, PageCard } from '@noroshi/contract/pages/pages.http'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { factsOf, presentCard, presentPage } from './pages.present.ts'
import { lockPage, pageById, type PageRow, pageRows } from './pages.sql.ts'
import { contentOf } from './revisions.sql.ts'

/** Returns a page that the viewer may read, with their membership. @throws page.notFound (404). */
export async function openPage(db: Db, viewer: Viewer, id: string): Promise<PageRow> {
  const page = await pageById(db, viewer?.id ?? null, id)
  if (!page) throw new AppError('page.notFound')
  authorize(viewer, 'page:open', factsOf(page), 'page.notFound')
  return page
}

/**
 * Returns a page as {@link openPage} does, locked against other changes of the page and its members.
 * @throws page.notFound (404).
 */
export async function openPageForChange(tx: Tx, viewer: SignedIn, id: string): Promise<PageRow> {
  await lockPage(tx, id, 'change')
  return openPage(tx, viewer, id)
}

/** Returns a page if the viewer is a member with canModerateUpdates. @throws page.notFound (404); page.notAllowed (403). */
export const openPageToModerate = async (db: Db, viewer: SignedIn, id: string): Promise<PageRow> =>
  assertModerator(viewer, await openPage(db, viewer, id))

export const openPageToPublish = async (tx: Tx, viewer: SignedIn, id: string): Promise<PageRow> =>
  assertModerator(viewer, await openPageForChange(tx, viewer, id))

function assertModerator(viewer: SignedIn, page: PageRow): PageRow {
  authorize(viewer, 'page:moderate', factsOf(page), 'page.notAllowed')
  return page
}

/** Returns the content of a revision. @throws page.revisionNotFound (404). */
export async function readContent(db: Db, pageId: string, revision: number): Promise<string> {
  const content = await contentOf(db, pageId, revision)
  if (content === undefined) throw new AppError('page.revisionNotFound')
  return content
}

/** Returns the pages that the viewer may read, by title. */
export async function listPages({ db }: Deps, viewer: Viewer, search: string): Promise<{ items: PageCard[]; nextCursor: null }> {
  const rows = await pageRows(db, viewer?.id ?? null, search)
  return { items: rows.filter((page) => can(viewer, 'page:open', factsOf(page))).map(presentCard), nextCursor: null }
}

/** @throws page.notFound (404). */
export async function readPage({ db }: Pick<Deps, 'db'>, viewer: Viewer, id: string): Promise<Page> {
  const page = await openPage(db, viewer, id)
  return presentPage(page, await readContent(db, id, page.revision))
}
