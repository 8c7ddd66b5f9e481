import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface FoundRow {
  readonly id: string
  /** The group's name; null in a personal thread. */
  readonly group_name: string | null
  /** The other's of a personal thread. */
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Each word of the search stands in the text. */
const hasWords = (words: string) => sql`NOT EXISTS (
  SELECT FROM unnest(string_to_array(searchable(${words}::text), ' ')) AS word WHERE strpos(searchable(m.text), word) = 0)`

const named = (found: ReturnType<typeof sql>, userId: string, limit: number) => sql<FoundRow>`
  SELECT m.id, g.name AS group_name, u.first_name, u.last_name FROM (${found}) m
  JOIN threads t ON t.id = m.thread_id
  LEFT JOIN thread_groups g ON g.thread_id = t.id
  LEFT JOIN users u ON u.id = CASE WHEN t.person_low = ${userId}::uuid THEN t.person_high ELSE t.person_low END
  ORDER BY m.id DESC LIMIT ${limit}`

/** Among the newest `scanned` messages of the unit: what is said every day is found there, without any index. */
export async function recentWith(db: Db, userId: string, words: string, before: string | null, scanned: number, limit: number) {
  const { rows } = await named(
    sql`SELECT m.id, m.thread_id FROM (
        SELECT id, thread_id, text, message_type FROM messages WHERE ${before}::uuid IS NULL OR id < ${before}::uuid
        ORDER BY id DESC LIMIT ${scanned}) m
      JOIN thread_members me ON me.thread_id = m.thread_id AND me.user_id = ${userId}::uuid
      WHERE m.message_type = 'normalChat' AND ${hasWords(words)}`,
    userId,
    limit,
  ).execute(db)
  return rows
}

/** Anywhere: the pairs of the words' characters find the rows, the words themselves decide. */
export async function messagesWith(db: Db, userId: string, words: string, before: string | null, limit: number) {
  const { rows } = await named(
    sql`SELECT m.id, m.thread_id FROM messages m
      WHERE m.message_type = 'normalChat' AND grams(searchable(m.text)) @> asked_grams(searchable(${words}::text))
        AND (${before}::uuid IS NULL OR m.id < ${before}::uuid)
        AND m.thread_id IN (SELECT thread_id FROM thread_members WHERE user_id = ${userId}::uuid) AND ${hasWords(words)}
      ORDER BY m.id DESC LIMIT ${limit}`,
    userId,
    limit,
  ).execute(db)
  return rows
}
