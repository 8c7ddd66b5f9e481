import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export const draftsOf = (db: Db, userId: string) =>
  db.selectFrom('thread_drafts').select(['thread_id', 'text', 'version']).where('user_id', '=', userId).execute()

/** Locks the membership of a user until the transaction ends. @returns false if the user is not a member */
export async function lockMembership(tx: Db, threadId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM thread_members
    WHERE thread_id = ${threadId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`.execute(tx)
  return rows.length > 0
}

/** Returns how many other drafts of the user have a text. Takes a lock, so that parallel requests are counted. */
export async function countOtherDrafts(tx: Db, threadId: string, userId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`drafts of ${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM thread_drafts
    WHERE user_id = ${userId}::uuid AND text <> '' AND thread_id <> ${threadId}::uuid`.execute(tx)
  return rows[0]?.count ?? 0
}

interface StoredDraft {
  readonly version: number
  readonly is_changed: boolean
}

/** Stores a draft. The same text keeps its version. */
export async function storeDraft(tx: Db, threadId: string, userId: string, text: string, at: Date): Promise<StoredDraft> {
  const { rows } = await sql<StoredDraft>`
    WITH stored AS (
      INSERT INTO thread_drafts AS d (thread_id, user_id, text, version)
      VALUES (${threadId}::uuid, ${userId}::uuid, ${text}, ${at.getTime()})
      ON CONFLICT (thread_id, user_id) DO UPDATE SET text = EXCLUDED.text, version = GREATEST(d.version + 1, EXCLUDED.version)
        WHERE d.text <> EXCLUDED.text
      RETURNING d.version)
    SELECT version, true AS is_changed FROM stored
    UNION ALL SELECT version, false FROM thread_drafts
      WHERE thread_id = ${threadId}::uuid AND user_id = ${userId}::uuid AND NOT EXISTS (SELECT FROM stored)`.execute(tx)
  const [stored] = rows
  if (!stored) throw new Error('expected a draft')
  return stored
}
