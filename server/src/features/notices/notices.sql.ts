import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Notices, NoticeSources } from '#/db/rows.ts'

const SOURCE_COLUMNS = ['id', 'name', 'channel', 'address', 'areas', 'created_at', 'checked_at', 'problem'] as const

const sources = (db: Db) =>
  db
    .selectFrom('notice_sources as s')
    .select(SOURCE_COLUMNS.map((column) => `s.${column}` as const))
    .select(['s.validator', 's.seen'])
    .select((row) =>
      row
        .selectFrom('notices')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('source_id', '=', 's.id')
        .as('notice_count'),
    )

/** Returns all sources, ordered by name. */
export const sourceRows = (db: Db) => sources(db).orderBy('s.name').orderBy('s.id').execute()

export type SourceRow = Awaited<ReturnType<typeof sourceRows>>[number]

export const sourceById = (db: Db, id: string) => sources(db).where('s.id', '=', id).executeTakeFirst()

/** Locks a source until the transaction ends. Returns undefined for a removed one. */
export const lockSource = (tx: Db, id: string) =>
  tx.selectFrom('notice_sources').select(['id', 'areas']).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the set of sources until the transaction ends, and returns their number. */
export async function lockAndCountSources(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notice sources', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('notice_sources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const insertSource = (tx: Db, source: Insertable<NoticeSources>) =>
  tx.insertInto('notice_sources').values(source).execute()

/** Deletes a source with its notices. */
export const deleteSource = (tx: Db, id: string) =>
  tx.deleteFrom('notice_sources').where('id', '=', id).returning(['name', 'address']).executeTakeFirst()

interface Check {
  readonly checked_at: Date
  readonly problem: string | null
  readonly validator?: string | null
  readonly seen?: string[]
}

/** Records the result of a check. */
export const recordCheck = (db: Db, id: string, check: Check) =>
  db.updateTable('notice_sources').set(check).where('id', '=', id).execute()

/** Inserts a notice. Returns false if its document is stored already. */
export async function insertNotice(tx: Db, notice: Insertable<Notices>): Promise<boolean> {
  const row = await tx
    .insertInto('notices')
    .values(notice)
    .onConflict((conflict) => conflict.columns(['source_id', 'identifier']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the newest notice of a source that is about the same event: of the same stream, or one that a document refers to.
 * Exercises and tests are events of their own.
 */
export const earlierNotice = (
  tx: Db,
  {
    sourceId,
    status,
    stream,
    references,
  }: { sourceId: string; status: string; stream: string | null; references: readonly string[] },
) =>
  tx
    .selectFrom('notices')
    .select([
      'id',
      'event_id',
      'stream',
      'sent_at',
      'expires_at',
      'is_cancelled',
      'kind',
      'headline',
      'description',
      'areas',
      'language',
    ])
    .where('source_id', '=', sourceId)
    .where('status', '=', status)
    .where((row) =>
      row.or([
        ...(stream === null ? [] : [row('stream', '=', stream)]),
        sql<boolean>`identifier = ANY (${[...references]}::text[])`,
      ]),
    )
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A notice in its stream. */
interface InStream {
  readonly sourceId: string
  readonly stream: string
  readonly sentAt: Date
  /** Whether it replaces all earlier notices of the stream; false: those only that rate no area. */
  readonly isRated: boolean
}

const IS_RATED = sql<boolean>`(is_cancelled OR severity IS NOT NULL OR jsonb_path_exists(areas, '$[*].severity ? (@ != null)'))`

/** Marks the earlier notices of a stream that a notice replaces. */
export const markReplaced = (tx: Db, id: string, { sourceId, stream, sentAt, isRated }: InStream) =>
  tx
    .updateTable('notices')
    .set({ is_replaced: true })
    .where('source_id', '=', sourceId)
    .where('stream', '=', stream)
    .where('id', '<>', id)
    .where('sent_at', '<=', sentAt)
    .$if(!isRated, (notices) => notices.where(sql<boolean>`NOT ${IS_RATED}`))
    .execute()

/** Whether a later notice of the stream, which was received before, replaces a notice. */
export const isReplacedLater = async (tx: Db, { sourceId, stream, sentAt, isRated }: InStream): Promise<boolean> =>
  (await tx
    .selectFrom('notices')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('stream', '=', stream)
    .where('sent_at', '>', sentAt)
    .$if(isRated, (notices) => notices.where(IS_RATED))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes the oldest notices of a source, so that `max` are left: first those that were replaced. */
export const deleteNoticesBeyond = (tx: Db, sourceId: string, max: number) =>
  sql`
    DELETE FROM notices n USING (
      SELECT id, row_number() OVER (ORDER BY is_replaced, (status = 'actual') DESC, sent_at DESC, id DESC) AS number
      FROM notices WHERE source_id = ${sourceId}::uuid) numbered
    WHERE n.id = numbered.id AND numbered.number > ${max}`.execute(tx)

export const deleteNoticesBefore = (db: Db, before: Date) => db.deleteFrom('notices').where('received_at', '<', before).execute()

/** Returns the notices that no later one replaced, newest first. */
export const shownNotices = (db: Db, since: Date, limit: number) =>
  db
    .selectFrom('notices as n')
    .innerJoin('notice_sources as s', 's.id', 'n.source_id')
    .selectAll('n')
    .select('s.name as source_name')
    .where('n.is_replaced', '=', false)
    .where('n.sent_at', '>', since)
    .orderBy('n.sent_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute()

export type NoticeRow = Awaited<ReturnType<typeof shownNotices>>[number]

/** Returns the areas on the map of the notices in effect that no later one replaced: real ones first, then the newest. */
export const shownShapes = (db: Db, since: Date, now: Date, limit: number) =>
  db
    .selectFrom('notices')
    .select(['id', 'shapes'])
    .where('is_replaced', '=', false)
    .where('is_cancelled', '=', false)
    .where('shapes', 'is not', null)
    .where('sent_at', '>', since)
    .where('expires_at', '>', now)
    .orderBy(sql`status = 'actual'`, 'desc')
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns the notices that the rules were not applied to yet, oldest first. */
export const uncheckedNotices = (db: Db, limit: number) =>
  db
    .selectFrom('notices')
    .select(['id', 'event_id', 'kind', 'status', 'headline', 'areas', 'sent_at'])
    .select(
      sql<boolean>`EXISTS (SELECT FROM notices e WHERE e.source_id = notices.source_id AND e.event_id = notices.event_id
        AND e.is_cancelled)`.as('is_over'),
    )
    .where('is_checked', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute()

export type UncheckedNotice = Awaited<ReturnType<typeof uncheckedNotices>>[number]

export const markChecked = (db: Db, id: string) =>
  db.updateTable('notices').set({ is_checked: true }).where('id', '=', id).execute()
