import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { SegmentRow } from './lanes.sql.ts'
import type { ErasureFacts, Origin, SyncKind } from './sync-kind.service.ts'

/** A row whose records in the segments of this unit lose their words. */
export interface Erasure {
  readonly kind: string
  readonly key: string
}

/** Requests the erasure of the records before this one, if it has no words any more. @param record as it is sent */
export async function requestErasure(tx: Db, kind: SyncKind, record: unknown, origin: Origin): Promise<void> {
  const facts = kind.erasure?.safeParse(record).data
  if (facts === undefined || facts.hasWords) return
  const key = await rowKey(tx, kind, facts, origin)
  if (key === null) return
  await tx
    .insertInto('sync_erasures')
    .values({ kind: kind.name, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the key here of the row that a record of a unit is of; null: there is none. */
export const rowKey = async (db: Db, { rowOf }: SyncKind, { key }: ErasureFacts, origin: Origin): Promise<string | null> =>
  rowOf === undefined ? key : ((await rowOf(db, key, origin)) ?? null)

/** Requests the erasure of the records of all that is deleted, since this unit answers for further lanes. */
export const requestAllErasures = (tx: Db) =>
  sql`INSERT INTO sync_erasures (kind, key) SELECT kind, key FROM sync_deleted_rows() ON CONFLICT DO NOTHING`.execute(tx)

export const requestedErasures = (db: Db, limit: number): Promise<Erasure[]> =>
  db.selectFrom('sync_erasures').selectAll().orderBy('kind').orderBy('key').limit(limit).execute()

export const deleteErasures = (tx: Db, erasures: readonly Erasure[]) =>
  sql`DELETE FROM sync_erasures e USING jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb) AS done (kind text, key text)
    WHERE e.kind = done.kind AND e.key = done.key`.execute(tx)

export type StoredSegment = Pick<SegmentRow, 'lane' | 'first' | 'body'>

/** Returns the next segments of these units by lane and number. */
export async function segmentsOfUnits(
  db: Db,
  unitIds: readonly string[],
  after: Pick<SegmentRow, 'lane' | 'first'>,
  limit: number,
): Promise<StoredSegment[]> {
  const { rows } = await sql<StoredSegment>`
    SELECT lane, first, body FROM sync_segments
    WHERE (lane, first) > (${after.lane}, ${after.first}) AND split_part(lane, '.', 1) = ANY (${[...unitIds]}::text[])
    ORDER BY lane, first LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns the place of the segment with a record. */
export const segmentWith = (db: Db, lane: string, n: number): Promise<Pick<SegmentRow, 'lane' | 'first'> | undefined> =>
  db
    .selectFrom('sync_segments')
    .select(['lane', 'first'])
    .where('lane', '=', lane)
    .where('first', '<=', n)
    .where('last', '>=', n)
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()

export const writeBody = (tx: Db, { lane, first }: Pick<SegmentRow, 'lane' | 'first'>, body: Buffer) =>
  tx.updateTable('sync_segments').set({ body }).where('lane', '=', lane).where('first', '=', first).execute()
