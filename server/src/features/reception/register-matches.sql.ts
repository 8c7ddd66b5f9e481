import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface CandidateRow {
  readonly id: string
  readonly place_id: string
  readonly place_name: string
  readonly person_key: string
  readonly name_key: string
  readonly birth_year: number | null
}

interface Keys {
  readonly personKeys: readonly string[]
  readonly nameKeys: readonly string[]
  /** The keys of which near names have one (`keysOfNear` of the contract). */
  readonly nearKeys: readonly string[]
}

const nameKey = sql`replace(folded(p.name), ' ', '')`
/** SQL of the keys of a name of which near names have one, as `keysOfNear` of the contract returns them. */
const nearKeys = sql`(SELECT array_agg(key) FROM (VALUES (char_length(p.person_key)), (char_length(p.person_key) - 1)) AS l (letters),
  LATERAL (VALUES (l.letters || ' start ' || left(p.person_key, GREATEST(l.letters, 0) / 2)),
    (l.letters || ' end ' || right(p.person_key, GREATEST(l.letters, 0) / 2))) AS k (key))`

/**
 * Returns the people with one of these names, or perhaps a near one, in the registers of the shelters in which a user has a role.
 * Pets, merged people, those without data and those whose receptions were all undone are left out.
 */
export async function candidatesOf(
  db: Db,
  userId: string,
  { personKeys, nameKeys, nearKeys: near }: Keys,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT p.id, p.place_id, pl.name AS place_name, p.person_key, ${nameKey} AS name_key, p.birth_year
    FROM shelter_staff s JOIN places pl ON pl.id = s.place_id JOIN registered_people p ON p.place_id = s.place_id
    WHERE s.user_id = ${userId}::uuid AND p.root_id = p.id AND NOT p.is_pet AND p.anonymised_at IS NULL AND p.person_key <> ''
      AND (p.person_key = ANY (${[...personKeys]}::text[]) OR ${nameKey} COLLATE "C" = ANY (${[...nameKeys]}::text[])
        OR ${nearKeys} && ${[...near]}::text[])
      AND EXISTS (SELECT FROM registered_people q JOIN stays ON stays.person_id = q.id
        WHERE q.root_id = p.id AND stays.undone_at IS NULL)
    ORDER BY p.id`.execute(db)
  return rows
}

/** Returns the row into which a person of a register was merged, if the user has a role in its shelter. */
export async function rootOfOwnShelters(db: Db, userId: string, registeredId: string): Promise<string | undefined> {
  const { rows } = await sql<{ root_id: string }>`SELECT p.root_id FROM registered_people p
    JOIN shelter_staff s ON s.place_id = p.place_id AND s.user_id = ${userId}::uuid
    WHERE p.id = ${registeredId}::uuid AND p.anonymised_at IS NULL`.execute(db)
  return rows[0]?.root_id
}
