import type pg from 'pg'

/** Something that was deleted, by its id. */
interface Deleted {
  readonly id: string
  readonly at: Date
}

/** Deletions that a backup may not have. */
export interface LaterDeletions {
  readonly accounts: readonly (Deleted & { readonly deletesMessages: boolean })[]
  readonly messages: readonly (Deleted & { readonly by: string })[]
  readonly posts: readonly Deleted[]
  readonly comments: readonly Deleted[]
  readonly pages: readonly Deleted[]
}

/** Milliseconds before the time of the backup from which deletions are read, since the clock may have been set meanwhile. */
const TOLERANCE_MS = 86_400_000

/**
 * Returns the deletions of a database since the time of a backup. Some may be in the backup.
 * @param takenAt the time of the backup, ISO 8601
 */
export async function readLaterDeletions(client: pg.Client, takenAt: string): Promise<LaterDeletions> {
  const since = new Date(Date.parse(takenAt) - TOLERANCE_MS)
  const rowsOf = async <Row extends pg.QueryResultRow>(query: string): Promise<Row[]> =>
    (await client.query<Row>(`${query} WHERE deleted_at > $1 ORDER BY deleted_at`, [since])).rows
  return {
    accounts: await rowsOf(
      `SELECT id, deleted_at AS at, COALESCE(deletes_messages, false) AS "deletesMessages"
       FROM users LEFT JOIN account_deletions ON user_id = id`,
    ),
    messages: await rowsOf('SELECT id, deleted_at AS at, deleted_by AS by FROM messages'),
    posts: await rowsOf('SELECT id, deleted_at AS at FROM posts'),
    comments: await rowsOf('SELECT id, deleted_at AS at FROM comments'),
    pages: await rowsOf('SELECT id, deleted_at AS at FROM pages'),
  }
}
