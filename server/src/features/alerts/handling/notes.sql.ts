import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { AlertNotes } from '#/db/rows.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

export interface NoteRow {
  readonly id: string
  readonly text: string
  readonly created_at: Date
  readonly author: PersonRow
}

export async function notesOf(db: Db, alertId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    SELECT n.id, n.text, n.created_at, json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
      'avatar_file_id', u.avatar_file_id) AS author
    FROM alert_notes n JOIN users u ON u.id = n.author_id WHERE n.alert_id = ${alertId}::uuid ORDER BY n.id`.execute(db)
  return rows
}

export const insertNote = (db: Db, note: Insertable<AlertNotes>) => db.insertInto('alert_notes').values(note).execute()

export async function countNotes(db: Db, alertId: string): Promise<number> {
  const { count } = await db
    .selectFrom('alert_notes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('alert_id', '=', alertId)
    .executeTakeFirstOrThrow()
  return count
}
