import type { Db } from '#/db/pool.ts'

/** Returns the alerts with these ids and the ids of their raisers. Deleted alerts are missing. */
export const alertHeads = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select(['id', 'thread_id', 'raised_by', 'created_at'])
    .where('id', 'in', [...ids])
    .execute()
