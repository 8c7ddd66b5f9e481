import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from './people.service.ts'

const LAST_CHARACTER = '\u{10FFFF}'

/** Selects users whose name starts with the search text, in the order of an index (decisions/0037). An exact match is first. */
const usersByPrefix = (name: RawBuilder<string>, search: string, limit: number) => sql`(
  SELECT id, first_name, last_name, avatar_file_id, ${name} COLLATE "C" AS name FROM users
  WHERE is_active AND ${name} COLLATE "C" >= searchable(${search}::text) AND ${name} COLLATE "C" < searchable(${search}::text) || ${LAST_CHARACTER}
  ORDER BY ${name} COLLATE "C", id LIMIT ${limit})`

/** Returns active users whose name starts with the search text, with the first or the last name first. */
export async function peopleByPrefix(db: Db, search: string, limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT id, first_name, last_name, avatar_file_id FROM (
      SELECT DISTINCT ON (id) * FROM (
        ${usersByPrefix(sql`searchable(first_name || ' ' || last_name)`, search, limit)}
        UNION ALL ${usersByPrefix(sql`searchable(last_name || ' ' || first_name)`, search, limit)}) AS either ORDER BY id, name) AS people
    ORDER BY name, id LIMIT ${limit}`.execute(db)
  return rows
}

/** SQL condition: the name contains each word of the search text. The index on character pairs finds rows, strpos() rechecks. */
export const containsGrams = (
  search: string,
) => sql<boolean>`(grams(searchable_name(first_name, last_name)) @> asked_grams(searchable(${search}::text))
  AND NOT EXISTS (SELECT FROM unnest(string_to_array(searchable(${search}::text), ' ')) AS word
    WHERE strpos(searchable_name(first_name, last_name), word) = 0))`

/**
 * Returns active users whose name contains each word. Unordered, because ordering thousands of matches before the limit is slow.
 */
export async function peopleByGrams(db: Db, search: string, except: readonly string[], limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT id, first_name, last_name, avatar_file_id FROM users
    WHERE is_active AND ${containsGrams(search)} AND id <> ALL (${[...except]}::uuid[]) LIMIT ${limit}`.execute(db)
  return rows
}
