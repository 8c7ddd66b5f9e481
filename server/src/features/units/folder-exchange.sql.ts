import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

const LOCK = sql`hashtext('noroshi:unit folder')`

/** Calls `work` unless another process of this server exchanges files in the folder, which will do the same. */
export const withFolderLock = (db: Db, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_locked: boolean }>`SELECT pg_try_advisory_lock(${LOCK}) AS is_locked`.execute(connection)
    if (rows[0]?.is_locked !== true) return
    try {
      await work()
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
