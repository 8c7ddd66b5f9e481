import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'

/** Returns a shelter or hall, also a deleted one, with the role of a user in it. */
export const shelterById = (db: Db, placeId: string, userId: string) =>
  db
    .selectFrom('places')
    .leftJoin('shelter_staff', (join) =>
      join.onRef('shelter_staff.place_id', '=', 'places.id').on('shelter_staff.user_id', '=', userId),
    )
    .selectAll('places')
    .select('shelter_staff.role')
    .where('places.id', '=', placeId)
    .where('places.kind', 'in', ['shelter', 'hall'])
    .executeTakeFirst()

export type ShelterRow = NonNullable<Awaited<ReturnType<typeof shelterById>>>

/** Returns the shelters in which a user has a role, by name. */
export const sheltersOf = (db: Db, userId: string) =>
  db
    .selectFrom('shelter_staff')
    .innerJoin('places', 'places.id', 'shelter_staff.place_id')
    .selectAll('places')
    .select('shelter_staff.role')
    .where('shelter_staff.user_id', '=', userId)
    .where('places.deleted_at', 'is', null)
    .orderBy('places.name')
    .orderBy('places.id')
    .execute()

export interface StaffRow extends PersonRow {
  readonly role: string
  readonly created_at: Date
}

/** Returns the staff of a shelter, the first one first. */
export const staffOf = (db: Db, placeId: string): Promise<StaffRow[]> =>
  db
    .selectFrom('shelter_staff as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.avatar_file_id', 's.role', 's.created_at'])
    .where('s.place_id', '=', placeId)
    .orderBy('s.created_at')
    .orderBy('u.id')
    .execute()

/** Returns the ids of the staff of a shelter. */
export async function staffIds(db: Db, placeId: string): Promise<string[]> {
  const rows = await db.selectFrom('shelter_staff').select('user_id').where('place_id', '=', placeId).execute()
  return rows.map((row) => row.user_id)
}

/** Locks the staff of a shelter until the transaction ends, and returns how many there are without a user. */
export async function lockAndCountStaff(tx: Db, placeId: string, exceptUserId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`staff of ${placeId}`}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('shelter_staff')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('place_id', '=', placeId)
    .where('user_id', '!=', exceptUserId)
    .executeTakeFirstOrThrow()
  return count
}

export const setStaff = (
  tx: Db,
  row: {
    readonly place_id: string
    readonly user_id: string
    readonly role: string
    readonly given_by: string
    readonly created_at: Date
  },
) =>
  tx
    .insertInto('shelter_staff')
    .values(row)
    .onConflict((conflict) => conflict.columns(['place_id', 'user_id']).doUpdateSet({ role: row.role, given_by: row.given_by }))
    .execute()

/** Removes a role. Returns false without one. */
export async function deleteStaff(tx: Db, placeId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shelter_staff')
    .where('place_id', '=', placeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns an active user with what a desk reads of the profile. */
export const userAtDesk = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('shelter_details as d', 'd.user_id', 'users.id')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.avatar_file_id',
      'users.name_reading',
      'users.gender',
      'users.state',
      'users.city',
      'users.address_line_one',
      'users.address_line_two',
      'd.birth_year',
      'd.needs',
      'd.needs_note',
      'd.may_be_found',
    ])
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .executeTakeFirst()

export type UserAtDesk = NonNullable<Awaited<ReturnType<typeof userAtDesk>>>

/** Returns the active user with the 40 bits of a code. */
export async function userIdByCode(db: Db, hex: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string
  }>`SELECT id FROM users WHERE left(md5(id::text), 10) = ${hex} AND is_active LIMIT 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** Locks users in one order, so that two shelters that receive the same people do not do so at once. */
export const lockUsers = (tx: Db, ids: readonly string[]) =>
  sql`SELECT id FROM users WHERE id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
