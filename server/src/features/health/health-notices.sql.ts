import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'

export type ToldLevel = 'good' | 'warning' | 'failure'

/** A notice to administrators about a check. */
export interface NoticeRow {
  readonly name: string
  /** '' for what all computers share. */
  readonly machine: string
  readonly level: ToldLevel
  readonly advice: string | null
}

export interface NewNotice extends NoticeRow {
  /** The id of the first notice about the check; null: there is none. */
  readonly first_id: string | null
  /** Whether several computers run the server. */
  readonly has_machines: boolean
}

interface Damping {
  /** Readings in a row that a level must have. */
  readonly held: number
  /** Max notices about a check since a time. */
  readonly max: number
  readonly since: Date
}

/**
 * Returns the checks of a computer whose level differs from the one that administrators were told, and locks their readings. A
 * check that is not used any more is good.
 */
export async function changedChecks(tx: Db, machine: string, { held, max, since }: Damping): Promise<NewNotice[]> {
  const { rows } = await sql<NewNotice>`
    SELECT h.name, h.machine, known.level, h.advice,
      (SELECT n.id FROM health_notices n WHERE n.name = h.name AND n.machine = h.machine ORDER BY n.id LIMIT 1) AS first_id,
      (SELECT count(DISTINCT o.machine) > 1 FROM health_readings o WHERE o.machine <> '') AS has_machines
    FROM health_readings h CROSS JOIN LATERAL (SELECT CASE h.level WHEN 'unused' THEN 'good' ELSE h.level END AS level) known
    WHERE h.machine = ${machine} AND h.level = h.known_level AND h.known_count >= ${held}
      AND known.level <> COALESCE(
        (SELECT n.level FROM health_notices n WHERE n.name = h.name AND n.machine = h.machine ORDER BY n.id DESC LIMIT 1), 'good')
      AND (SELECT count(*) FROM health_notices n WHERE n.name = h.name AND n.machine = h.machine AND n.created_at > ${since}) < ${max}
    ORDER BY h.name FOR UPDATE OF h`.execute(tx)
  return rows
}

export const insertNotice = (tx: Db, notice: NoticeRow & { readonly id: string; readonly created_at: Date }) =>
  tx.insertInto('health_notices').values(notice).execute()

/**
 * Claims the last notices of the checks whose level was not mailed yet, for one process. A check of which a notice was mailed
 * since a time waits.
 */
export async function claimMails(db: Db, at: Date, since: Date): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    UPDATE health_notices n SET mailed_at = ${at}
    WHERE n.mailed_at IS NULL
      AND NOT EXISTS (SELECT FROM health_notices o WHERE o.name = n.name AND o.machine = n.machine AND (o.id > n.id OR o.mailed_at > ${since}))
      AND n.level <> COALESCE((SELECT o.level FROM health_notices o
        WHERE o.name = n.name AND o.machine = n.machine AND o.mailed_at IS NOT NULL ORDER BY o.id DESC LIMIT 1), 'good')
    RETURNING n.name, n.machine, n.level, n.advice`.execute(db)
  return rows
}

/** Returns the last notice about the check of a notice. */
export async function lastNotice(db: Db, id: string): Promise<NoticeRow | undefined> {
  const { rows } = await sql<NoticeRow>`
    SELECT n.name, n.machine, n.level, n.advice FROM health_notices n
    JOIN health_notices one ON one.name = n.name AND one.machine = n.machine
    WHERE one.id = ${id}::uuid ORDER BY n.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Deletes the notices before a time, except the last one of each check that is still read. */
export const deleteNoticesBefore = (db: Db, before: Date) =>
  sql`
  DELETE FROM health_notices n WHERE n.created_at < ${before} AND (
    EXISTS (SELECT FROM health_notices o WHERE o.name = n.name AND o.machine = n.machine AND o.id > n.id)
    OR NOT EXISTS (SELECT FROM health_readings h WHERE h.name = n.name AND h.machine = n.machine))`.execute(db)

/** Returns the active users with the rights of an administrator. */
export const toldAdministrators = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where(effectiveAdmin('users'), '=', true)
    .orderBy('id')
    .execute()
