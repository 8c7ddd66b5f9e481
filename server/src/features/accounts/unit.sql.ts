import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export async function readSetting<Value>(db: Db, key: string): Promise<Value | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value as Value | undefined // each key is written by one service, in one shape
}

/** Keeps the value that is already there; returns what holds. */
export async function keepSetting<Value>(db: Db, key: string, value: Value): Promise<Value> {
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

/** Takes a setting away if its value is this one; true for the one caller who did. */
export async function takeSetting(db: Db, key: string, value: unknown): Promise<boolean> {
  const taken = await db
    .deleteFrom('settings')
    .where('key', '=', key)
    .where(sql<boolean>`value = ${JSON.stringify(value)}::jsonb`)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}
