import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { Stays } from '#/db/rows.ts'

/** SQL of the rows `p` of one person: those that were merged, and those of the same accounts in other shelters with theirs. */
const ofPerson = (rootId: string) => sql`p.root_id IN (
  SELECT ${rootId}::uuid UNION SELECT other.root_id FROM registered_people own JOIN registered_people other
    ON other.user_id = own.user_id
      AND ((own.kind = 'member' AND other.kind = 'member') OR other.dependant_id = own.dependant_id)
  WHERE own.root_id = ${rootId}::uuid)`

export interface StayRow {
  readonly id: string
  readonly person_id: string
  readonly place_id: string
  readonly mode: string
  readonly whereabouts: string
  readonly entered_at: Date
  readonly left_at: Date | null
  readonly seen_at: Date | null
  readonly ended_by: string | null
  readonly entered_desk: string
  readonly left_desk: string
  readonly undone_at: Date | null
}

/** Returns the stays of a person in all shelters, earliest first, and locks them. Those that were undone are left out. */
export async function lockStaysOf(tx: Db, rootId: string): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`SELECT s.id, s.person_id, s.place_id, s.mode, s.whereabouts, s.entered_at, s.left_at,
      s.seen_at, s.ended_by, s.entered_desk, s.left_desk, s.undone_at
    FROM stays s JOIN registered_people p ON p.id = s.person_id
    WHERE ${ofPerson(rootId)} AND s.undone_at IS NULL ORDER BY s.entered_at, s.id FOR UPDATE OF s`.execute(tx)
  return rows
}

/** Returns the stays of people that were merged into one, newest first. */
export async function staysOfRoot(db: Db, rootId: string): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`SELECT s.id, s.person_id, s.place_id, s.mode, s.whereabouts, s.entered_at, s.left_at,
      s.seen_at, s.ended_by, s.entered_desk, s.left_desk, s.undone_at
    FROM stays s JOIN registered_people p ON p.id = s.person_id
    WHERE p.root_id = ${rootId}::uuid AND s.undone_at IS NULL ORDER BY s.entered_at DESC, s.id DESC`.execute(db)
  return rows
}

/** Returns a stay of a shelter with the person, and locks it. */
export async function stayForUpdate(tx: Db, placeId: string, id: string) {
  const { rows } = await sql<StayRow & { readonly root_id: string }>`
    SELECT s.id, s.person_id, s.place_id, s.mode, s.whereabouts, s.entered_at, s.left_at, s.seen_at, s.ended_by,
      s.entered_desk, s.left_desk, s.undone_at, p.root_id
    FROM stays s JOIN registered_people p ON p.id = s.person_id
    WHERE s.place_id = ${placeId}::uuid AND s.id = ${id}::uuid FOR UPDATE OF s`.execute(tx)
  return rows[0]
}

/** Inserts a stay. Returns false if there is a row with this id. */
export async function insertStay(tx: Db, row: Insertable<Stays>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stays')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

interface Departure {
  readonly at: Date
  readonly by: string
  readonly desk: string
}

/** Ends open stays. */
export const endStays = (tx: Db, ids: readonly string[], { at, by, desk }: Departure) =>
  tx
    .updateTable('stays')
    .set({ left_at: at, left_by: by, left_desk: desk })
    .where('id', 'in', [...ids])
    .execute()

/** Records that people are still here. A later confirmation stays. */
export const markSeen = (tx: Db, placeId: string, rootIds: readonly string[], at: Date) =>
  sql`UPDATE stays s SET seen_at = GREATEST(s.seen_at, ${at}) FROM registered_people p
    WHERE p.id = s.person_id AND p.root_id = ANY (${[...rootIds]}::uuid[]) AND s.place_id = ${placeId}::uuid
      AND s.left_at IS NULL AND s.undone_at IS NULL`.execute(tx)

/** Names the stay with which others ended. */
export const setEndedBy = (tx: Db, ids: readonly string[], endedBy: string) =>
  tx
    .updateTable('stays')
    .set({ ended_by: endedBy })
    .where('id', 'in', [...ids])
    .execute()

/** Opens a stay again. */
export const reopenStay = (tx: Db, id: string) =>
  tx.updateTable('stays').set({ left_at: null, left_by: null, left_desk: '', ended_by: null }).where('id', '=', id).execute()

/** Returns the stays that ended with another one. */
export async function staysEndedBy(tx: Db, id: string): Promise<string[]> {
  const rows = await tx.selectFrom('stays').select('id').where('ended_by', '=', id).where('undone_at', 'is', null).execute()
  return rows.map((row) => row.id)
}

/** Ends stays, also those that ended before, when another one begins. */
export const endWith = (tx: Db, ids: readonly string[], nextId: string) =>
  sql`UPDATE stays s SET left_at = n.entered_at, left_by = n.entered_by, left_desk = n.entered_desk, ended_by = n.id
    FROM stays n WHERE n.id = ${nextId}::uuid AND s.id = ANY (${[...ids]}::uuid[])`.execute(tx)

export const markUndone = (tx: Db, id: string, at: Date, by: string) =>
  tx.updateTable('stays').set({ undone_at: at, undone_by: by }).where('id', '=', id).execute()

/** A stay with what a headcount needs of its person. */
export interface CountedRow {
  readonly root_id: string
  readonly household_id: string
  readonly mode: string
  readonly entered_at: Date
  readonly left_at: Date | null
  readonly is_pet: boolean
  readonly sex: string
  readonly birth_year: number | null
  readonly needs: readonly string[]
}

/** Returns the stays of a shelter since a time. */
export async function countedStays(db: Db, placeId: string, since: Date): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    SELECT p.root_id, root.household_id, s.mode, s.entered_at, s.left_at, root.is_pet, root.sex, root.birth_year, root.needs
    FROM stays s JOIN registered_people p ON p.id = s.person_id JOIN registered_people root ON root.id = p.root_id
    WHERE s.place_id = ${placeId}::uuid AND s.undone_at IS NULL AND (s.left_at IS NULL OR s.left_at > ${since})`.execute(db)
  return rows
}
