import { sql } from 'kysely'
import { coarseBirthYear } from '@noroshi/contract/reception/headcount'
import type { Db } from '#/db/pool.ts'

/** Which people: one with those who were merged into it, or all of a register. */
export type Anonymised = { readonly rootId: string } | { readonly placeId: string }

/**
 * Removes what names people of a register. Sex, needs and a year of the same age group stay, so that the headcount does.
 * @returns their ids
 */
export async function anonymiseRows(tx: Db, of: Anonymised, at: Date): Promise<string[]> {
  const chosen = 'rootId' in of ? sql`root_id = ${of.rootId}::uuid` : sql`place_id = ${of.placeId}::uuid`
  const { rows } = await sql<{ id: string; birth_year: number | null; created_at: Date }>`
    SELECT id, birth_year, created_at FROM registered_people WHERE ${chosen} AND anonymised_at IS NULL FOR UPDATE`.execute(tx)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const years = rows.map((row) => coarseBirthYear(row.birth_year, row.created_at))
  await sql`UPDATE registered_people p SET name = '', kana = '', person_key = '', address = '', address_key = '', needs_note = '',
      may_be_found = false, user_id = NULL, dependant_id = NULL, birth_year = y.birth_year, anonymised_at = ${at},
      updated_at = ${at}, version = version + 1
    FROM unnest(${ids}::uuid[], ${years}::int[]) AS y (id, birth_year) WHERE p.id = y.id`.execute(tx)
  await sql`UPDATE stays SET whereabouts = '' WHERE person_id = ANY (${ids}::uuid[]) AND whereabouts <> ''`.execute(tx)
  return ids
}

/** Notes which registers belong to closed or deleted shelters. The time starts again when an open one closes. */
export const markClosedRegisters = (tx: Db, at: Date) =>
  sql`UPDATE shelter_registers r SET closed_at = CASE WHEN c.is_closed THEN COALESCE(r.closed_at, ${at}) END,
      anonymised_at = CASE WHEN c.is_closed THEN r.anonymised_at END
    FROM (SELECT id, deleted_at IS NOT NULL OR state = 'closed' OR state IS NULL AS is_closed FROM places) c
    WHERE c.id = r.place_id AND c.is_closed <> (r.closed_at IS NOT NULL)`.execute(tx)

/** Removes where people stayed whose accounts were deleted. */
export const forgetWhereabouts = (tx: Db) =>
  sql`UPDATE stays s SET whereabouts = '' FROM registered_people p
    WHERE p.id = s.person_id AND p.anonymised_at IS NOT NULL AND s.whereabouts <> ''`.execute(tx)

const isOld = (before: Date) => sql`r.closed_at < ${before} AND (r.anonymised_at IS NULL OR EXISTS (
  SELECT FROM registered_people p WHERE p.place_id = r.place_id AND p.anonymised_at IS NULL))`

/** Returns the registers of shelters that closed before a time and are not anonymised, also if a desk sent people since. */
export async function oldRegisters(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ place_id: string }>`SELECT r.place_id FROM shelter_registers r WHERE ${isOld(before)}`.execute(db)
  return rows.map((row) => row.place_id)
}

/** Marks and returns the {@link oldRegisters}. */
export async function takeOldRegisters(tx: Db, before: Date, at: Date): Promise<string[]> {
  const { rows } = await sql<{ place_id: string }>`UPDATE shelter_registers r SET anonymised_at = ${at}
    WHERE ${isOld(before)} RETURNING r.place_id`.execute(tx)
  return rows.map((row) => row.place_id)
}
