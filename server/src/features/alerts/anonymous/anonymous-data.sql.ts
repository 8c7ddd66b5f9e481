import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { filesOfMessages } from '#/features/files/files.service.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** Returns the number of files that were added with the alert's token. */
export async function tokenFileCount(db: Db, alertId: string): Promise<number> {
  const { count } = await db
    .selectFrom('alert_medias')
    .select((media) => media.fn.countAll<number>().as('count'))
    .where('alert_id', '=', alertId)
    .where('uploaded_by', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the bytes that callers without a session stored. */
export async function anonymousBytes(db: Db): Promise<{ files: number; text: number }> {
  const { rows } = await sql<{ files: number; text: number }>`SELECT
    (SELECT COALESCE(sum(f.size), 0)::bigint FROM alert_medias d JOIN files f ON f.id = d.file_id WHERE d.uploaded_by IS NULL) AS files,
    (SELECT COALESCE(sum(octet_length(a.text_content)), 0)::bigint FROM alerts a
      WHERE a.raised_by IS NULL AND a.home_unit IS NULL) AS text`.execute(db)
  return rows[0] ?? { files: 0, text: 0 }
}

export interface StoredAlertRow {
  readonly id: string
  readonly thread_id: string
  readonly created_at: Date
  readonly resolved_at: Date | null
  readonly text_content: string
  readonly raiser: PersonRow | null
  readonly file_count: number
  readonly bytes: number
}

/** Returns the alerts with the most bytes, largest first. Drills are excluded, because they are deleted soon. */
export async function largestAlerts(db: Db, limit: number): Promise<StoredAlertRow[]> {
  const { rows } = await sql<StoredAlertRow>`
    SELECT a.id, a.thread_id, a.created_at, a.resolved_at, a.text_content, COALESCE(m.files, 0) AS file_count,
      octet_length(a.text_content) + COALESCE(m.bytes, 0) AS bytes,
      (SELECT json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_file_id', u.avatar_file_id)
        FROM users u WHERE u.id = a.raised_by) AS raiser
    FROM alerts a LEFT JOIN (
      SELECT d.alert_id, count(*) AS files, sum(f.size)::bigint AS bytes
      FROM alert_medias d JOIN files f ON f.id = d.file_id GROUP BY d.alert_id) m ON m.alert_id = a.id
    WHERE NOT a.is_drill
    ORDER BY bytes DESC, a.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Deletes an alert with its chat. Returns the ids of its files; the caller deletes the file rows. */
export async function deleteAlertRows(db: Db, alert: { readonly id: string; readonly thread_id: string }): Promise<string[]> {
  // The lock makes a concurrent message wait; it then finds no thread.
  await db.selectFrom('threads').select('id').where('id', '=', alert.thread_id).forUpdate().execute()
  const alertFiles = await db.deleteFrom('alert_medias').where('alert_id', '=', alert.id).returning('file_id').execute()
  await db.deleteFrom('alert_ledger').where('alert_id', '=', alert.id).execute()
  await db.deleteFrom('media_grants').where('alert_id', '=', alert.id).execute()
  await db.deleteFrom('alerts').where('id', '=', alert.id).execute()
  const messages = await db.deleteFrom('messages').where('thread_id', '=', alert.thread_id).returning('id').execute()
  const messageFiles = await filesOfMessages(
    db,
    messages.map(({ id }) => id),
  )
  await db.deleteFrom('threads').where('id', '=', alert.thread_id).execute()
  return [...alertFiles.map(({ file_id }) => file_id), ...messageFiles]
}
