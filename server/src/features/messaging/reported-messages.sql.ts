import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface ReportedRow {
  readonly id: string
  /** Its text; of a poll also its options, one a line. */
  readonly text: string
  readonly file_names: readonly string[]
  readonly has_location: boolean
  readonly sender_id: string
  readonly first_name: string
  readonly last_name: string
  readonly kind: 'personal' | 'group' | 'alert'
  readonly message_type: string
  readonly created_at: Date
  readonly is_deleted: boolean
}

/** Reads a message with what a report copies of it, and keeps it from changing until the end of the transaction. */
export async function reportedRow(tx: Db, id: string): Promise<ReportedRow | undefined> {
  const { rows } = await sql<ReportedRow>`
    SELECT m.id, concat_ws(E'\\n', m.text, (SELECT string_agg(option, E'\\n') FROM jsonb_array_elements_text(m.poll -> 'options') AS option)) AS text,
      m.latitude IS NOT NULL AS has_location, m.sender_id, u.first_name, u.last_name, t.kind, m.message_type,
      m.created_at, m.deleted_at IS NOT NULL AS is_deleted,
      ARRAY(SELECT f.name FROM files f WHERE f.parent_kind = 'message' AND f.parent_id = m.id ORDER BY f.id) AS file_names
    FROM messages m JOIN users u ON u.id = m.sender_id JOIN threads t ON t.id = m.thread_id
    WHERE m.id = ${id}::uuid FOR SHARE OF m`.execute(tx)
  return rows[0]
}
