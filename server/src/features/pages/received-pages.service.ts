import { z } from 'zod'
import { isStorable, Uuid } from '@noroshi/contract/define'
import { PAGE_CONTENT_MAX } from '@noroshi/contract/limits'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { isHomeOf, isOfThisUnit, personOf, withoutPerson } from '#/features/accounts/people/authors.service.ts'
import { isLater, isOwnChange, ReceivedText, ReceivedTime, Stamp, stampOf } from '#/features/units/stamp.service.ts'
import { defineSyncKind, deletionErasure } from '#/features/units/sync-kind.service.ts'
import { joinRevision } from './concurrent-revisions.service.ts'
import { emitPageChanged, emitPageDeleted } from './page-events.service.ts'
import { reviewersOf } from './page-members.sql.ts'
import { pageById } from './pages.sql.ts'
import {
  eraseWordsOfPage,
  insertReceivedRevision,
  noteSharedPages,
  revisionById,
  revisionsAmong,
  sharedPages,
  sharedRevisions,
  storedPage,
  writeReceivedPage,
} from './received-pages.sql.ts'

/** Max revisions that one revision replaces. */
const PARENTS_MAX = 10

const PageRecord = Stamp.extend({
  id: Uuid,
  title: ReceivedText,
  isPublic: z.boolean(),
  createdBy: Uuid,
  createdAt: ReceivedTime,
  updatedAt: ReceivedTime,
  deletedAt: ReceivedTime.nullable(),
})

/** Pages of scope group. Only the unit of its creator changes a page. Its members and files stay: each unit has its own. */
export const pageKind = defineSyncKind({
  name: 'page',
  schema: PageRecord,
  read: async (db, keys) =>
    (await sharedPages(db, keys)).map((row) => ({
      id: row.id,
      title: row.deleted_at === null ? row.title : '',
      isPublic: row.is_public,
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      ...stampOf(row),
    })),
  noteAll: noteSharedPages,
  changeOf: ({ changed }) => changed,
  erasure: deletionErasure,
  receive: async (tx, record, origin) => {
    const stored = await storedPage(tx, record.id)
    const creator = stored?.created_by ?? (await personOf(tx, record.createdBy, origin))
    if (typeof creator !== 'string') return withoutPerson(creator)
    // Another unit never changes a page that stays at this one.
    if (stored?.scope === 'unit' && origin.unitId !== origin.selfId) return false
    // Also where the page is deleted already: a record without words would have those of others erased.
    if (!isOwnChange(record, origin) || !(await isHomeOf(tx, creator, origin))) return false
    // A deletion is also applied where the page was deleted for this unit alone, since the words of its people go then.
    if (record.deletedAt === null && !isLater(record, stored)) return true
    await writeReceivedPage(tx, {
      id: record.id,
      title: record.title,
      is_public: record.isPublic,
      created_by: creator,
      created_at: record.createdAt,
      updated_at: record.updatedAt,
      deleted_at: record.deletedAt,
      changed: record.changed,
      changed_by: record.changedBy,
    })
    if (record.deletedAt === null) {
      // It is not shown before its first revision arrives.
      const page = await pageById(tx, null, record.id)
      if (page !== undefined) emitPageChanged(tx, page)
      return true
    }
    if (stored?.deleted_at === null) emitPageDeleted(tx, record.id, stored.version + 1, await reviewersOf(tx, record.id))
    if (!(await isOfThisUnit(tx, creator))) await eraseWordsOfPage(tx, record.id)
    return true
  },
})

/** Rich text. That of a later version is kept until this server reads it. */
const ReceivedContent = z
  .string()
  .max(PAGE_CONTENT_MAX)
  .refine(isStorable)
  .refine((content) => parseRichText(content) !== null)

const RevisionRecord = Stamp.extend({
  id: Uuid,
  pageId: Uuid,
  parents: z.array(Uuid).max(PARENTS_MAX),
  title: ReceivedText,
  content: ReceivedContent,
  publishedBy: Uuid,
  publishedAt: ReceivedTime,
  draftedBy: Uuid.nullable(),
})

/**
 * Published revisions of pages of scope group, by people of any unit. A revision never changes. If two replace the same one, the later
 * is published at all units, and the other is a draft there.
 */
export const pageRevisionKind = defineSyncKind({
  name: 'pageRevision',
  schema: RevisionRecord,
  read: async (db, keys) =>
    (await sharedRevisions(db, keys)).map((row) => ({
      id: row.id,
      pageId: row.page_id,
      parents: [...row.parents],
      title: row.title,
      content: row.content,
      publishedBy: row.published_by,
      publishedAt: row.published_at.toISOString(),
      draftedBy: row.drafted_by,
      ...stampOf(row),
    })),
  changeOf: ({ changed }) => changed,
  // A deleted page notes its key, and no record of a revision is without words.
  erasure: z.object({ pageId: Uuid }).transform(({ pageId }) => ({ key: pageId, hasWords: true })),
  receive: async (tx, record, origin) => {
    const page = await storedPage(tx, record.pageId)
    if (page === undefined) return 'missing'
    if (page.scope !== 'group') return false
    const publisher = await personOf(tx, record.publishedBy, origin)
    if (typeof publisher !== 'string') return withoutPerson(publisher)
    const stored = await revisionById(tx, record.id)
    if (stored !== undefined) return stored.page_id === page.id && stored.published_by === publisher
    if (!isOwnChange(record, origin)) return false
    if (page.deleted_at !== null) return true
    const parents = await revisionsAmong(tx, page.id, record.parents)
    // A revision is later than those that it replaces, except where all are from before the exchange began.
    if (parents.some(({ changed }) => changed > 0 && changed >= record.changed)) return false
    const own = record.draftedBy === null ? null : await personOf(tx, record.draftedBy, origin)
    // The author of a draft is of the same unit, or has published what the revision merges.
    const merged = parents.find(({ published_by }) => published_by === record.draftedBy)
    const { is_replaced } = await insertReceivedRevision(tx, {
      id: record.id,
      page_id: page.id,
      parents: record.parents,
      title: record.title,
      content: record.content,
      published_by: publisher,
      published_at: record.publishedAt,
      drafted_by: own ?? merged?.published_by ?? null,
      changed: record.changed,
      changed_by: record.changedBy,
    })
    await joinRevision(tx, page, { id: record.id, parents: record.parents, published_at: record.publishedAt, is_replaced })
    return true
  },
})
