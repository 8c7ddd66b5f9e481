import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export const userByEmail = (db: Db, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** Returns a user. Throws if the user does not exist; `findUser` returns undefined. */
export const userById = (db: Db, id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const findUser = (db: Db, id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export type UserRow = Awaited<ReturnType<typeof userById>>

export const insertUser = (
  db: Db,
  user: Pick<UserRow, 'id' | 'email' | 'password_hash' | 'first_name' | 'last_name' | 'language' | 'is_admin'>,
) => db.insertInto('users').values(user).execute()

export async function hasAdministrator(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function administratorIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_admin', '=', true).execute()
  return rows.map(({ id }) => id)
}

type UserChange = Partial<Omit<UserRow, 'id' | 'email' | 'created_at' | 'updated_at' | 'version'>>

/** Returns a user and locks the row until the transaction ends. */
export const userForUpdate = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Updates a user and raises the version. Returns the new row. */
export const updateUser = (db: Db, id: string, change: UserChange) =>
  db
    .updateTable('users')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertActivity = (db: Db, entry: { id: string; user_id: string; action: string }) =>
  db.insertInto('activity_logs').values(entry).execute()
