import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export async function readSetting<Value>(db: Db, key: string): Promise<Value | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value as Value | undefined // each key has one service that writes it with one type
}

/** Waits for other changes of a setting, which may not exist, until the transaction ends. */
export const lockSetting = (tx: Db, key: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`.execute(tx)

/** Inserts a setting unless it exists. Returns the stored value. */
export async function insertSettingIfAbsent<Value>(db: Db, key: string, value: Value): Promise<Value> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readSetting<Value>(db, key)) ?? value
}

export const writeSetting = (db: Db, key: string, value: unknown) =>
  db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value), updated_at: sql`now()` }))
    .execute()

/** Deletes a setting. Returns true if it existed. */
export async function deleteSetting(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('settings').where('key', '=', key).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Replaces these properties of a setting that is an object. The other properties stay. */
export const mergeSetting = (db: Db, key: string, change: Readonly<Record<string, unknown>>) =>
  db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(change) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql`settings.value || excluded.value`, updated_at: sql`now()` }),
    )
    .execute()

/** Deletes a setting if it has this value. Only one of several concurrent callers gets true. */
export async function deleteSettingIfEqual(db: Db, key: string, value: unknown): Promise<boolean> {
  const deleted = await db
    .deleteFrom('settings')
    .where('key', '=', key)
    .where(sql<boolean>`value = ${JSON.stringify(value)}::jsonb`)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Returns the time of the clock of PostgreSQL. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  return rows[0]?.now ?? new Date(Number.NaN)
}
