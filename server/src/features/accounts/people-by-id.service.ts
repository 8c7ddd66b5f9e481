import { sql } from 'kysely'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { presentPerson } from './people.service.ts'
import { hasWords } from './people.sql.ts'

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

/** Those of these people who are there and active. */
export async function activeOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('is_active', '=', true)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Whoever has each of these words in their name, deactivated people too; those alone are looked through without an index. */
export const idsNamed = (words: string) => sql`
  SELECT id FROM users WHERE is_active AND ${hasWords(words)}
  UNION ALL SELECT id FROM users WHERE NOT is_active AND ${hasWords(words)}`
