import { sql } from 'kysely'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { presentPerson } from './people.service.ts'
import { nameContains } from './people.sql.ts'

/** Returns users by id. Unknown ids are missing in the map. */
export async function peopleById(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'avatar_file_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, presentPerson(row)]))
}

/** Returns the names of users in kana, by their ids. Users who have not entered it are missing in the map. */
export async function nameReadingsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name_reading'])
    .where('id', 'in', [...ids])
    .where('name_reading', '<>', '')
    .execute()
  return new Map(rows.map((row) => [row.id, row.name_reading]))
}

/** Returns the ids of active users among these ids. */
export async function activeIdsAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('is_active', '=', true)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Subquery of the ids of users whose name contains each of these words. Only deactivated users are scanned without an index. */
export const userIdsByName = (search: string) => sql`
  SELECT id FROM users WHERE is_active AND ${nameContains(search)}
  UNION ALL SELECT id FROM users WHERE NOT is_active AND ${nameContains(search)}`
