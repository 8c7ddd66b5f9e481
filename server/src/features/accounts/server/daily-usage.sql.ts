import { sql } from 'kysely'
import type { BudgetKind } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import type { UserRow } from '../accounts.sql.ts'

/** The bytes of files, the texts and the bytes of texts that a user sent. */
export interface Amount {
  readonly fileBytes: number
  readonly textBytes: number
  readonly texts: number
}

export interface UsageDelta extends Amount {
  readonly userId: string
  /** The day in UTC, as ISO 8601. */
  readonly day: string
  readonly kind: BudgetKind
}

/** Adds to the sums of users. The rows are written in the order of their keys, so that two processes do not wait for each other. */
export async function addUsage(db: Db, deltas: readonly UsageDelta[]): Promise<void> {
  if (deltas.length === 0) return
  const column = <Key extends keyof UsageDelta>(key: Key) => deltas.map((delta) => delta[key])
  await sql`
    INSERT INTO user_usage AS u (day, user_id, kind, file_bytes, text_bytes, texts)
    SELECT * FROM unnest(${column('day')}::date[], ${column('userId')}::uuid[], ${column('kind')}::text[],
      ${column('fileBytes')}::bigint[], ${column('textBytes')}::bigint[], ${column('texts')}::int[]) AS delta
    ORDER BY 1, 2, 3
    ON CONFLICT (day, user_id, kind) DO UPDATE SET file_bytes = u.file_bytes + EXCLUDED.file_bytes,
      text_bytes = u.text_bytes + EXCLUDED.text_bytes, texts = u.texts + EXCLUDED.texts`.execute(db)
}

export interface UsageRow {
  readonly id: string
  readonly created_at: Date
  readonly is_admin: boolean
  readonly has_daily_limit: boolean
  /** null for a user who has sent nothing on this day. */
  readonly kind: BudgetKind | null
  readonly file_bytes: number
  readonly text_bytes: number
  readonly texts: number
}

/** Returns the facts about users that determine their limits, with a row for each kind of what they sent on a day. */
export async function usageOf(db: Db, userIds: readonly string[], day: string): Promise<readonly UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    SELECT u.id, u.created_at, u.is_admin, u.has_daily_limit, s.kind, COALESCE(s.file_bytes, 0) AS file_bytes,
      COALESCE(s.text_bytes, 0) AS text_bytes, COALESCE(s.texts, 0) AS texts
    FROM users u LEFT JOIN user_usage s ON s.user_id = u.id AND s.day = ${day}::date
    WHERE u.id = ANY (${userIds}::uuid[])`.execute(db)
  return rows
}

export interface SenderRow extends UserRow {
  readonly file_bytes: number
  readonly text_bytes: number
  readonly texts_sent: number
  /** Bytes of files and texts that were sent on the given day. */
  readonly day_bytes: number
}

/** Returns the users who have sent the most bytes since a day, largest first. */
export async function biggestSenders(db: Db, since: string, today: string, limit: number): Promise<readonly SenderRow[]> {
  const { rows } = await sql<SenderRow>`
    SELECT u.*, s.file_bytes, s.text_bytes, s.texts_sent, s.day_bytes FROM (
      SELECT user_id, sum(file_bytes)::bigint AS file_bytes, sum(text_bytes)::bigint AS text_bytes, sum(texts)::bigint AS texts_sent,
        COALESCE(sum(file_bytes + text_bytes) FILTER (WHERE day = ${today}::date), 0)::bigint AS day_bytes
      FROM user_usage WHERE day >= ${since}::date GROUP BY user_id
      ORDER BY sum(file_bytes + text_bytes) DESC, user_id LIMIT ${limit}) s
    JOIN users u ON u.id = s.user_id
    ORDER BY s.file_bytes + s.text_bytes DESC, u.id`.execute(db)
  return rows
}

/** Deletes what was sent before a day. */
export const deleteUsageBefore = (db: Db, day: string) =>
  db
    .deleteFrom('user_usage')
    .where('day', '<', sql<Date>`${day}::date`)
    .execute()
