import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** Returns the states of the alerts among these that exist. */
export const alertStates = (db: Db, alertIds: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select(['id', 'raised_by', 'is_muted', 'resolved_at'])
    .where(sql<boolean>`id = ANY (${[...alertIds]}::uuid[])`)
    .execute()

/** Returns the alerts among these that are not resolved. */
export const activeAmong = (db: Db, alertIds: readonly string[]) =>
  db
    .selectFrom('alerts')
    .select('id')
    .where(sql<boolean>`id = ANY (${[...alertIds]}::uuid[])`)
    .where('resolved_at', 'is', null)
    .execute()

/** Whether the alert is active and reaches more than the administrators. */
export const isActiveUnmuted = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('alerts')
    .select('id')
    .where('id', '=', id)
    .where('is_muted', '=', false)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Returns the time of the resolution, or undefined if the alert does not exist. */
export const resolutionOf = (db: Db, id: string) =>
  db.selectFrom('alerts').select('resolved_at').where('id', '=', id).executeTakeFirst()
