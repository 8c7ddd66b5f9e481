import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { presentPerson } from './people.service.ts'

/** The people of these ids, as others see them; ids that nobody has are missing. */
export async function peopleById(db: Db, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'avatar_file_id'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, presentPerson(row)]))
}
