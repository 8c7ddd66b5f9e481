import { type Insertable, sql, type Updateable } from 'kysely'
import type { RegisterFilter } from '@noroshi/contract/reception/reception.http'
import type { Db } from '#/db/pool.ts'
import type { RegisteredPeople } from '#/db/rows.ts'

/** A person of a register with their newest stay. */
export interface RegisteredRow {
  readonly id: string
  readonly code_hex: string
  readonly place_id: string
  readonly household_id: string
  readonly kind: string
  readonly user_id: string | null
  readonly dependant_id: string | null
  readonly is_pet: boolean
  readonly name: string
  readonly kana: string
  readonly sex: string
  readonly birth_year: number | null
  readonly address: string
  readonly needs: readonly string[]
  readonly needs_note: string
  readonly may_be_found: boolean
  readonly merged_into: string | null
  readonly root_id: string
  readonly version: number
  readonly stay_id: string
  readonly mode: string
  readonly whereabouts: string
  readonly entered_at: Date
  readonly left_at: Date | null
  readonly seen_at: Date | null
  readonly entered_desk: string
  readonly left_desk: string
}

/**
 * People with their newest stay, those who have one: the stays of merged people count as theirs.
 * @param undone whether a person without another stay has one that was undone, and left then
 */
const peopleWithStays = (
  undone: boolean,
) => sql`SELECT p.id, left(md5(p.id::text), 10) AS code_hex, p.place_id, p.household_id, p.kind, p.user_id,
    p.dependant_id, p.is_pet, p.name, p.kana, p.sex, p.birth_year, p.address, p.needs, p.needs_note, p.may_be_found, p.merged_into,
    p.root_id, p.version, s.id AS stay_id, s.mode, s.whereabouts, s.entered_at, COALESCE(s.left_at, s.undone_at) AS left_at,
    s.seen_at, s.entered_desk, s.left_desk
  FROM registered_people p JOIN LATERAL (
    SELECT s.* FROM registered_people q JOIN stays s ON s.person_id = q.id
    WHERE q.root_id = p.root_id AND (${undone} OR s.undone_at IS NULL)
    ORDER BY s.undone_at IS NULL DESC, s.left_at IS NULL DESC, s.mode = 'inside' DESC, s.entered_at DESC, s.id DESC
    LIMIT 1) s ON true`

const selectPeople = peopleWithStays(false)

const filters = {
  all: sql`true`,
  inside: sql`s.left_at IS NULL AND s.mode = 'inside'`,
  elsewhere: sql`s.left_at IS NULL AND s.mode = 'elsewhere'`,
  left: sql`s.left_at IS NOT NULL`,
} as const satisfies Record<RegisterFilter, unknown>

interface RegisterQuery {
  readonly placeId: string
  readonly filter: RegisterFilter
  readonly need: string | undefined
  /** Only people who are here and were not seen since. */
  readonly unseenSince: string | undefined
  /** Folded parts of a name and of an address, and the bits of a code; null: no search. */
  readonly search: { readonly name: string; readonly address: string; readonly codeHex: string | null } | null
  readonly cursor: string | undefined
  readonly limit: number
}

/** Returns people of a register ordered by their kana. Merged people are left out. */
export async function registerPage(db: Db, { placeId, filter, need, unseenSince, search, cursor, limit }: RegisterQuery) {
  const found =
    search === null
      ? sql`true`
      : sql`(strpos(p.person_key, ${search.name}) > 0 OR strpos(replace(folded(p.name), ' ', ''), ${search.name}) > 0
          OR (${search.address} <> '' AND strpos(p.address_key, ${search.address}) > 0)
          OR left(md5(p.id::text), 10) = ${search.codeHex})`
  const { rows } = await sql<RegisteredRow>`${selectPeople}
    WHERE p.place_id = ${placeId}::uuid AND p.root_id = p.id AND ${filters[filter]} AND ${found}
      AND ${unseenSince === undefined ? sql`true` : sql`s.left_at IS NULL AND GREATEST(s.entered_at, s.seen_at) < ${unseenSince}::timestamptz`}
      AND (${need ?? null}::text IS NULL OR p.needs @> ARRAY[${need ?? null}::text])
      AND ${cursor === undefined ? sql`true` : sql`(p.person_key, p.id) > (SELECT person_key, id FROM registered_people WHERE id = ${cursor}::uuid)`}
    ORDER BY p.person_key, p.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns people of a register by id, ordered by id. */
export async function registeredByIds(db: Db, placeId: string, ids: readonly string[]): Promise<RegisteredRow[]> {
  const { rows } = await sql<RegisteredRow>`${selectPeople}
    WHERE p.place_id = ${placeId}::uuid AND p.id = ANY (${[...ids]}::uuid[]) ORDER BY p.id`.execute(db)
  return rows
}

/** Returns a person of a register, also one whose receptions were all undone. */
export async function personOfRegister(db: Db, placeId: string, id: string): Promise<RegisteredRow | undefined> {
  const { rows } = await sql<RegisteredRow>`${peopleWithStays(true)}
    WHERE p.place_id = ${placeId}::uuid AND p.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the people who were last received as this household. */
export async function peopleOfHousehold(db: Db, placeId: string, householdId: string): Promise<RegisteredRow[]> {
  const { rows } = await sql<RegisteredRow>`${selectPeople}
    WHERE p.place_id = ${placeId}::uuid AND p.household_id = ${householdId}::uuid ORDER BY p.id`.execute(db)
  return rows
}

/** Returns the people who were merged into one, ordered by id. */
export async function mergedInto(db: Db, placeId: string, rootId: string): Promise<RegisteredRow[]> {
  const { rows } = await sql<RegisteredRow>`${selectPeople}
    WHERE p.place_id = ${placeId}::uuid AND p.root_id = ${rootId}::uuid AND p.id <> p.root_id ORDER BY p.id`.execute(db)
  return rows
}

/** Returns the ids in a register of users and of dependants, and of a person with the bits of a code. */
export async function registeredIdsOf(
  db: Db,
  placeId: string,
  { userId, dependantIds = [], codeHex }: { userId?: string; dependantIds?: readonly string[]; codeHex?: string },
): Promise<string[]> {
  const { rows } = await sql<{ root_id: string }>`SELECT DISTINCT root_id FROM registered_people
    WHERE place_id = ${placeId}::uuid AND ((kind = 'member' AND user_id = ${userId ?? null}::uuid)
      OR dependant_id = ANY (${[...dependantIds]}::uuid[]) OR left(md5(id::text), 10) = ${codeHex ?? null})`.execute(db)
  return rows.map((row) => row.root_id)
}

/** Returns the users of people of a register, or of rows of these users, with those of the rows that were merged with them. */
export async function accountsOfRows(
  db: Db,
  placeId: string,
  { personIds, userIds = [] }: { readonly personIds: readonly string[]; readonly userIds?: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`SELECT DISTINCT q.user_id
    FROM registered_people p JOIN registered_people q ON q.root_id = p.root_id
    WHERE p.place_id = ${placeId}::uuid AND q.user_id IS NOT NULL
      AND (p.id = ANY (${[...personIds]}::uuid[]) OR p.user_id = ANY (${[...userIds]}::uuid[]))`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Returns the users, and the dependants with their guardians, among the rows that were merged into one. */
export async function accountsOfRoot(db: Db, rootId: string) {
  const { rows } = await sql<{ user_id: string; dependant_id: string | null }>`SELECT user_id, dependant_id FROM registered_people
    WHERE root_id = ${rootId}::uuid AND user_id IS NOT NULL AND (kind = 'member' OR dependant_id IS NOT NULL)
    ORDER BY user_id, dependant_id`.execute(db)
  return rows
}

/** Returns a row of a register without its stays, and locks it. */
export const personForUpdate = (tx: Db, placeId: string, id: string) =>
  tx
    .selectFrom('registered_people')
    .selectAll()
    .where('place_id', '=', placeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type PersonRowOfRegister = NonNullable<Awaited<ReturnType<typeof personForUpdate>>>

/** Returns the row of a user or of a dependant in a register, and locks it. */
export const rowOfAccount = (tx: Db, placeId: string, account: { readonly userId: string } | { readonly dependantId: string }) =>
  tx
    .selectFrom('registered_people')
    .selectAll()
    .where('place_id', '=', placeId)
    .where((row) =>
      'userId' in account
        ? row.and([row('kind', '=', 'member'), row('user_id', '=', account.userId)])
        : row('dependant_id', '=', account.dependantId),
    )
    .forUpdate()
    .executeTakeFirst()

/** Inserts a person. Returns undefined if there is a row with this id. */
export const insertPerson = (tx: Db, row: Insertable<RegisteredPeople>) =>
  tx
    .insertInto('registered_people')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Changes a person and raises the version. */
export const updatePerson = (tx: Db, id: string, change: Updateable<RegisteredPeople>) =>
  tx
    .updateTable('registered_people')
    .set(change)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Locks the register of a shelter until the transaction ends, and returns the number of its people. */
export async function lockRegister(tx: Db, placeId: string): Promise<number> {
  await tx
    .insertInto('shelter_registers')
    .values({ place_id: placeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { people } = await tx
    .selectFrom('shelter_registers')
    .select('people')
    .where('place_id', '=', placeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return people
}

export const addToRegister = (tx: Db, placeId: string, people: number) =>
  tx
    .updateTable('shelter_registers')
    .set((row) => ({ people: row('people', '+', people) }))
    .where('place_id', '=', placeId)
    .execute()

/** Inserts a household. Returns false if there is a row with this id. */
export async function insertHousehold(
  tx: Db,
  row: { readonly id: string; readonly place_id: string; readonly received_by: string; readonly created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('households')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
