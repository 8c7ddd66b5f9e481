import { sql } from 'kysely'
import type { AlertAnswer } from '@noroshi/contract/alerts/alerts.http'
import type { Db } from '#/db/pool.ts'

export interface Delivery {
  readonly alertId: string
  readonly userId: string
}

/** Writes who got what, in one statement; who is not in the audience leaves no trace. Returns the alerts whose counts changed. */
export async function writeDeliveries(db: Db, deliveries: readonly Delivery[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ alert_id: string }>`
    INSERT INTO alert_ledger AS l (alert_id, user_id, delivered_at)
    SELECT DISTINCT a.id, u.id, ${at}::timestamptz
    FROM unnest(${deliveries.map((one) => one.alertId)}::uuid[], ${deliveries.map((one) => one.userId)}::uuid[]) AS d (alert_id, user_id)
    JOIN alerts a ON a.id = d.alert_id
    JOIN users u ON u.id = d.user_id
    WHERE a.raised_by IS DISTINCT FROM u.id AND (a.reaches_everyone OR EXISTS (
      SELECT 1 FROM alert_audience g JOIN alert_group_members m ON m.group_id = g.group_id WHERE g.alert_id = a.id AND m.user_id = u.id))
    ORDER BY a.id, u.id
    ON CONFLICT (alert_id, user_id) DO UPDATE SET delivered_at = EXCLUDED.delivered_at WHERE l.delivered_at IS NULL
    RETURNING alert_id`.execute(db)
  return [...new Set(rows.map((row) => row.alert_id))]
}

/** Seen and delivered never fall back; an answer may change. */
export const writeAnswer = (db: Db, alertId: string, userId: string, answer: AlertAnswer | null, at: Date) =>
  sql`
  INSERT INTO alert_ledger AS l (alert_id, user_id, delivered_at, seen_at, answer, answered_at)
  VALUES (${alertId}::uuid, ${userId}::uuid, ${at}, ${at}, ${answer}, ${answer === null ? null : at})
  ON CONFLICT (alert_id, user_id) DO UPDATE SET
    delivered_at = COALESCE(l.delivered_at, EXCLUDED.delivered_at),
    seen_at = COALESCE(l.seen_at, EXCLUDED.seen_at),
    answer = COALESCE(EXCLUDED.answer, l.answer),
    answered_at = COALESCE(EXCLUDED.answered_at, l.answered_at)`.execute(db)

export interface LedgerRow {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
  readonly delivered_at: Date | null
  readonly seen_at: Date | null
  readonly answer: AlertAnswer | null
  readonly answered_at: Date | null
}

/** Who answered first comes first: those who respond, then who cannot, then who saw it, then who got it. */
export async function ledgerOf(db: Db, alertId: string, limit: number): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    SELECT u.id, u.first_name, u.last_name, u.avatar_file_id, l.delivered_at, l.seen_at, l.answer, l.answered_at
    FROM alert_ledger l JOIN users u ON u.id = l.user_id
    WHERE l.alert_id = ${alertId}::uuid
    ORDER BY l.answer DESC NULLS LAST, l.answered_at, l.seen_at NULLS LAST, l.delivered_at, u.id
    LIMIT ${limit}`.execute(db)
  return rows
}

/** The latest to say that they go. */
export const respondersOf = (db: Db, alertId: string, limit: number) =>
  db
    .selectFrom('alert_ledger')
    .innerJoin('users', 'users.id', 'alert_ledger.user_id')
    .where('alert_ledger.alert_id', '=', alertId)
    .where('alert_ledger.answer', '=', 'responding')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar_file_id'])
    .orderBy('alert_ledger.answered_at', 'desc')
    .limit(limit)
    .execute()

export async function raiseLedgerVersion(db: Db, alertId: string): Promise<number> {
  const row = await db
    .updateTable('alerts')
    .set({ ledger_version: sql`ledger_version + 1` })
    .where('id', '=', alertId)
    .returning('ledger_version')
    .executeTakeFirstOrThrow()
  return row.ledger_version
}
