import { sql } from 'kysely'
import type { Comparable } from '@noroshi/contract/reception/doubles'
import type { Db } from '#/db/pool.ts'

const columns = sql`p.id, p.person_key AS "personKey", p.address_key AS "addressKey", p.birth_year AS "birthYear"`
/** People with a stay who are no pets and were neither merged nor anonymised. */
const compared = (placeId: string) => sql`p.place_id = ${placeId}::uuid AND p.root_id = p.id AND NOT p.is_pet
  AND p.anonymised_at IS NULL AND EXISTS (SELECT FROM stays s WHERE s.person_id = p.id AND s.undone_at IS NULL)`

/** Returns the people of a register as they are compared. */
export async function comparedPeople(db: Db, placeId: string): Promise<Comparable[]> {
  const { rows } =
    await sql<Comparable>`SELECT ${columns} FROM registered_people p WHERE ${compared(placeId)} ORDER BY p.id`.execute(db)
  return rows
}

/** Returns the people who may be doubles of these: those with one of their names or addresses. */
export async function comparedWith(db: Db, placeId: string, ids: readonly string[]): Promise<Comparable[]> {
  const { rows } = await sql<Comparable>`SELECT ${columns} FROM registered_people p WHERE ${compared(placeId)} AND (
    p.person_key IN (SELECT person_key FROM registered_people WHERE id = ANY (${[...ids]}::uuid[]))
    OR p.address_key IN (SELECT address_key FROM registered_people WHERE id = ANY (${[...ids]}::uuid[]) AND address_key <> ''))
    ORDER BY p.id`.execute(db)
  return rows
}

/** Returns the pairs of these people that are two people, as '{lower id} {higher id}'. */
export async function separatePairs(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ first_id: string; second_id: string }>`SELECT first_id, second_id FROM separate_people
    WHERE first_id = ANY (${[...ids]}::uuid[]) AND second_id = ANY (${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map((row) => `${row.first_id} ${row.second_id}`))
}

export const insertSeparate = (tx: Db, [first, second]: readonly [string, string], by: string, at: Date) =>
  tx
    .insertInto('separate_people')
    .values({ first_id: first, second_id: second, decided_by: by, decided_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteSeparate = (tx: Db, [first, second]: readonly [string, string]) =>
  tx.deleteFrom('separate_people').where('first_id', '=', first).where('second_id', '=', second).execute()

/** Merges a person into another one. The people who were merged into the first one follow. */
export const merge = (tx: Db, id: string, intoId: string, by: string, at: Date) =>
  sql`UPDATE registered_people SET root_id = ${intoId}::uuid, version = version + 1, updated_at = ${at},
      merged_into = CASE WHEN id = ${id}::uuid THEN ${intoId}::uuid ELSE merged_into END,
      merged_by = CASE WHEN id = ${id}::uuid THEN ${by}::uuid ELSE merged_by END
    WHERE root_id = ${id}::uuid`.execute(tx)

/** Separates a merged person, with the people who were merged into them before. */
export const split = (tx: Db, id: string, at: Date) =>
  sql`WITH RECURSIVE part AS (
      SELECT id FROM registered_people WHERE id = ${id}::uuid
      UNION SELECT p.id FROM registered_people p JOIN part ON p.merged_into = part.id)
    UPDATE registered_people p SET root_id = ${id}::uuid, version = version + 1, updated_at = ${at},
      merged_into = CASE WHEN p.id = ${id}::uuid THEN NULL ELSE merged_into END,
      merged_by = CASE WHEN p.id = ${id}::uuid THEN NULL ELSE merged_by END
    FROM part WHERE p.id = part.id`.execute(tx)
