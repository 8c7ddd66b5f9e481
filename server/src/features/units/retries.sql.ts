import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** The reason for which a record is not applied. Only `refused` is final. */
export type UnknownState = 'unreadable' | 'missing' | 'refused'

/** How a record was tried. */
export interface Unapplied {
  readonly state: UnknownState
  /** The number of a change that is too far ahead of the clock, for which it waits; null: none is. */
  readonly ahead: number | null
}

export interface UnknownRecord {
  readonly lane: string
  readonly n: number
  /** JSON: kind and data */
  readonly record: string
}

/** Says that what records may have missed is there now. */
export const raiseChanges = (tx: Db) => sql`SELECT nextval('sync_changes')`.execute(tx)

const CHANGES = sql<number>`(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM sync_changes)`

/** Stores a record that is not applied, with the version that tried it. */
export const insertUnknown = (tx: Db, { lane, n, record }: UnknownRecord, unapplied: Unapplied, version: string) =>
  tx
    .insertInto('sync_unknown')
    .values({ lane, n, record, ...unapplied, tried_version: version, tried_at: CHANGES })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function countUnknown(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sync_unknown')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns records that may apply now: those that another version could not read, and those that missed something, if anything has
 * arrived since, or when the clock has come near their changes. Those that a revoked unit wrote later are missing.
 * @param present the version of this server, and the last change number that applies now
 */
export async function dueRecords(
  db: Db,
  { version, lastChange }: { readonly version: string; readonly lastChange: number },
  limits: { ofUnit: number; atOnce: number },
): Promise<UnknownRecord[]> {
  const { rows } = await sql<UnknownRecord>`
    SELECT r.lane, r.n, r.record FROM sync_units u CROSS JOIN LATERAL (
      SELECT lane, n, record, tried_at FROM sync_unknown WHERE split_part(lane, '.', 1) = u.unit_id::text AND state <> 'refused'
        AND (tried_version <> ${version} OR (state = 'missing' AND (CASE WHEN ahead IS NULL THEN tried_at < ${CHANGES} ELSE ahead <= ${lastChange} END)))
        AND (u.valid_until IS NULL OR n <= COALESCE((u.valid_until ->> lane)::bigint, 0))
      ORDER BY tried_at, n LIMIT ${limits.ofUnit}) r
    ORDER BY r.tried_at, r.lane, r.n LIMIT ${limits.atOnce}`.execute(db)
  return rows
}

export const markTried = (tx: Db, { lane, n }: UnknownRecord, unapplied: Unapplied, version: string) =>
  tx
    .updateTable('sync_unknown')
    .set({ ...unapplied, tried_version: version, tried_at: CHANGES })
    .where('lane', '=', lane)
    .where('n', '=', n)
    .execute()

export const deleteUnknown = (tx: Db, lane: string, n: number) =>
  tx.deleteFrom('sync_unknown').where('lane', '=', lane).where('n', '=', n).execute()
