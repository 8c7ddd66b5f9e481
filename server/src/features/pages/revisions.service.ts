import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { PageRevision, PageRevisionContent } from '@noroshi/contract/pages/pages.http'
import { pageBy } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentRevision } from './pages.present.ts'
import { openPageToModerate, readContent } from './pages.service.ts'
import { revisionOf, revisionsBefore } from './revisions.sql.ts'

interface RevisionList {
  items: PageRevision[]
  nextCursor: string | null
}

/** Returns the revisions of a page, newest first. @throws page.notFound (404); page.notAllowed (403). */
export async function listRevisions({ db }: Deps, viewer: SignedIn, id: string, cursor: number | null): Promise<RevisionList> {
  await openPageToModerate(db, viewer, id)
  const rows = await revisionsBefore(db, id, cursor, PAGE_SIZE + 1)
  return pageBy(({ revision }) => String(revision), rows, PAGE_SIZE, presentRevision)
}

/** @throws page.notFound, page.revisionNotFound (404); page.notAllowed (403). */
export async function readRevision({ db }: Deps, viewer: SignedIn, id: string, revision: number): Promise<PageRevisionContent> {
  await openPageToModerate(db, viewer, id)
  const row = await revisionOf(db, id, revision)
  if (!row) throw new AppError('page.revisionNotFound')
  return { ...presentRevision(row), content: await readContent(db, id, revision) }
}
