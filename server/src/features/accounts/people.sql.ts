import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from './people.service.ts'

const LAST_CHARACTER = '\u{10FFFF}'

/** Names that begin with these words, by an index of that very order: a name that is no longer than them comes first. */
const beginningWith = (name: RawBuilder<string>, words: string, limit: number) => sql`(
  SELECT id, first_name, last_name, avatar_file_id, ${name} COLLATE "C" AS name FROM users
  WHERE is_active AND ${name} COLLATE "C" >= searchable(${words}::text) AND ${name} COLLATE "C" < searchable(${words}::text) || ${LAST_CHARACTER}
  ORDER BY ${name} COLLATE "C", id LIMIT ${limit})`

/** Active people whose name, in either order, begins with these words. */
export async function peopleBeginningWith(db: Db, words: string, limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT id, first_name, last_name, avatar_file_id FROM (
      SELECT DISTINCT ON (id) * FROM (
        ${beginningWith(sql`searchable(first_name || ' ' || last_name)`, words, limit)}
        UNION ALL ${beginningWith(sql`searchable(last_name || ' ' || first_name)`, words, limit)}) AS either ORDER BY id, name) AS people
    ORDER BY name, id LIMIT ${limit}`.execute(db)
  return rows
}

/** Whether a name has each of these words in it; the pairs of their characters find the rows, the words themselves decide. */
export const hasWords = (
  words: string,
) => sql<boolean>`(grams(searchable_name(first_name, last_name)) @> asked_grams(searchable(${words}::text))
  AND NOT EXISTS (SELECT FROM unnest(string_to_array(searchable(${words}::text), ' ')) AS word
    WHERE strpos(searchable_name(first_name, last_name), word) = 0))`

/** Active people with these words anywhere in their name, in no order: sorting thousands of them helps nobody. */
export async function peopleWith(db: Db, words: string, except: readonly string[], limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT id, first_name, last_name, avatar_file_id FROM users
    WHERE is_active AND ${hasWords(words)} AND id <> ALL (${[...except]}::uuid[]) LIMIT ${limit}`.execute(db)
  return rows
}
