import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

interface SetupCounts {
  readonly administrators: number
  readonly hasOrdinaryUser: boolean
  readonly hasInvitation: boolean
  readonly hasOpenInvitation: boolean
  readonly hasFeed: boolean
  readonly hasPost: boolean
}

/** Returns what the tables of accounts and feeds show about the steps. */
export async function setupCounts(db: Db, now: Date): Promise<SetupCounts> {
  const { rows } = await sql<SetupCounts>`
    SELECT (SELECT count(*) FROM users WHERE is_admin AND is_active)::int AS administrators,
      EXISTS (SELECT FROM users WHERE NOT is_admin) AS "hasOrdinaryUser",
      EXISTS (SELECT FROM invitations) AS "hasInvitation",
      EXISTS (SELECT FROM invitations WHERE revoked_at IS NULL AND expires_at > ${now}::timestamptz
        AND used_count < max_uses) AS "hasOpenInvitation",
      EXISTS (SELECT FROM feeds WHERE deleted_at IS NULL) AS "hasFeed",
      EXISTS (SELECT FROM posts p JOIN feeds f ON f.id = p.feed_id AND f.deleted_at IS NULL
        WHERE p.is_approved AND p.deleted_at IS NULL) AS "hasPost"`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('a query without FROM has one row')
  return counts
}

/** Returns the stored languages of users by their ids. */
export async function languagesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'language'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, language }) => [id, language]))
}
