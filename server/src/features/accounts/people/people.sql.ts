import { foldedWords, foldText } from '@noroshi/contract/text/fold-text'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonRow } from './people.service.ts'

const LAST_CHARACTER = '\u{10FFFF}'

/** Selects users whose name starts with a folded text, in the order of an index (decisions/0191). An exact match is first. */
const usersByPrefix = (name: RawBuilder<string>, folded: string, limit: number) => sql`(
  SELECT id, first_name, last_name, avatar_file_id, ${name} COLLATE "C" AS name FROM users
  WHERE is_active AND ${name} COLLATE "C" >= ${folded} AND ${name} COLLATE "C" < ${folded + LAST_CHARACTER}
  ORDER BY ${name} COLLATE "C", id LIMIT ${limit})`

/** Returns active users whose name starts with the search text, with the first or the last name first. */
export async function peopleByPrefix(db: Db, search: string, limit: number): Promise<PersonRow[]> {
  const folded = foldText(search)
  if (folded === '') return []
  const { rows } = await sql<PersonRow>`
    SELECT id, first_name, last_name, avatar_file_id FROM (
      SELECT DISTINCT ON (id) * FROM (
        ${usersByPrefix(sql`folded(first_name || ' ' || last_name)`, folded, limit)}
        UNION ALL ${usersByPrefix(sql`folded(last_name || ' ' || first_name)`, folded, limit)}) AS either ORDER BY id, name) AS people
    ORDER BY name, id LIMIT ${limit}`.execute(db)
  return rows
}

/** SQL condition: the name contains the text. The index on character pairs finds rows, strpos() rechecks. */
const containsForm = (form: string) =>
  sql<boolean>`(grams(name_key) @> asked_grams(${form}::text) AND strpos(name_key, ${form}::text) > 0)`

/** SQL condition: the name contains each word of the search text, in any way in which both may be written (decisions/0188). */
export function nameContains(search: string): RawBuilder<boolean> {
  const words = foldedWords(search)
  if (words.length === 0) return sql<boolean>`false`
  const conditions = words.map((forms) => sql<boolean>`(${sql.join(forms.map(containsForm), sql` OR `)})`)
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`
}

/**
 * Returns active users whose name contains each word. Unordered, because ordering thousands of matches before the limit is slow.
 */
export async function peopleByGrams(db: Db, search: string, except: readonly string[], limit: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT id, first_name, last_name, avatar_file_id FROM users
    WHERE is_active AND ${nameContains(search)} AND id <> ALL (${[...except]}::uuid[]) LIMIT ${limit}`.execute(db)
  return rows
}
