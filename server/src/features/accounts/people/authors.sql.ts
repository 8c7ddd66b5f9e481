import { type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Users } from '#/db/rows.ts'

type Columns = Pick<Selectable<Users>, 'id' | 'first_name' | 'last_name' | 'name_reading' | 'changed'>

/** Returns the users of this server among these ids who are authors of what units exchange. */
export const sharedAuthors = (db: Db, ids: readonly string[]): Promise<Columns[]> =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'name_reading', 'changed'])
    .where('id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .where('home_unit', 'is', null)
    .orderBy('id')
    .execute()

/** Returns the home of a user: null for an account of this server, undefined for an unknown user. */
export async function homeOf(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db.selectFrom('users').select('home_unit').where('id', '=', id).executeTakeFirst()
  return row?.home_unit
}

/** Inserts an author of another unit, or changes the name if the change is later. The email and the hash let no one sign in. */
export const joinAuthor = (tx: Db, { id, ...author }: Columns & { readonly home_unit: string }) =>
  tx
    .insertInto('users')
    .values({ id, ...author, email: `${id}@unit.invalid`, password_hash: 'none: of another unit', is_active: false })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ ...author, version: row('users.version', '+', 1) }))
        .where('users.changed', '<', author.changed),
    )
    .execute()
