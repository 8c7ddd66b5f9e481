import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Dependants, ShelterDetails } from '#/db/rows.ts'

export const dependantsOf = (db: Db, guardianId: string) =>
  db.selectFrom('dependants').selectAll().where('guardian_id', '=', guardianId).orderBy('id').execute()

export type DependantRow = Awaited<ReturnType<typeof dependantsOf>>[number]

export const dependantById = (db: Db, id: string) =>
  db.selectFrom('dependants').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns the dependants of these users, in the order in which they were added, without pets. */
export const peopleOfGuardians = (db: Db, guardianIds: readonly string[]) =>
  db
    .selectFrom('dependants')
    .select(['id', 'guardian_id', 'kind', 'name'])
    .where('guardian_id', 'in', [...guardianIds])
    .where('kind', '!=', 'pet')
    .orderBy('id')
    .execute()

/** Locks the dependants of a user against additions until the transaction ends, and returns their number. */
export async function lockAndCountDependants(tx: Db, guardianId: string): Promise<number> {
  await sql`SELECT id FROM users WHERE id = ${guardianId}::uuid FOR NO KEY UPDATE`.execute(tx)
  const { count } = await tx
    .selectFrom('dependants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('guardian_id', '=', guardianId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertDependant = (tx: Db, row: Insertable<Dependants>) =>
  tx.insertInto('dependants').values(row).returningAll().executeTakeFirstOrThrow()

/** Changes a dependant of a user and raises its version. Returns undefined if the user has no such dependant. */
export const updateDependant = (tx: Db, guardianId: string, id: string, change: Updateable<Dependants>) =>
  tx
    .updateTable('dependants')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('guardian_id', '=', guardianId)
    .returningAll()
    .executeTakeFirst()

/** Deletes a dependant of a user. Returns false if the user has no such dependant. */
export async function deleteDependant(tx: Db, guardianId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('dependants')
    .where('id', '=', id)
    .where('guardian_id', '=', guardianId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the 40 bits of the code of a user and what they entered for shelters. */
export async function ownDetails(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('shelter_details as d', 'd.user_id', 'users.id')
    .select(sql<string>`left(md5(users.id::text), 10)`.as('code_hex'))
    .select(['d.birth_year', 'd.needs', 'd.needs_note', 'd.may_be_found'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

export const setOwnDetails = (db: Db, row: Insertable<ShelterDetails>) =>
  db
    .insertInto('shelter_details')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        birth_year: row.birth_year ?? null,
        needs: row.needs,
        needs_note: row.needs_note,
        may_be_found: row.may_be_found,
        updated_at: row.updated_at,
      }),
    )
    .execute()
