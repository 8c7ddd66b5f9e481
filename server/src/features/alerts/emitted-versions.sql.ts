import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Marks the alert's current version as emitted and locks its row. Returns false if it was already emitted. */
export async function markEmitted(db: Db, alertId: string): Promise<boolean> {
  const marked = await db
    .updateTable('alerts')
    .set({ emitted_version: sql`version` })
    .where('id', '=', alertId)
    .whereRef('emitted_version', '<', 'version')
    .returning('id')
    .execute()
  return marked.length > 0
}

/** Returns the ids of alerts with a stored change that was not emitted. */
export async function alertsNotEmitted(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('alerts').select('id').whereRef('emitted_version', '<', 'version').execute()
  return rows.map(({ id }) => id)
}
