import { type Insertable, sql } from 'kysely'
import type { PersonSearchAnswer } from '@noroshi/contract/person-searches/person-searches.http'
import type { Db } from '#/db/pool.ts'
import type { PersonSearches } from '#/db/rows.ts'
import { personJson, type PersonRow } from '#/features/accounts/people/people.service.ts'

export const insertSearch = (tx: Db, search: Insertable<PersonSearches>) =>
  tx.insertInto('person_searches').values(search).execute()

/** Returns the newest questions of a user. */
export const searchesOf = (db: Db, searcherId: string, limit: number) =>
  db.selectFrom('person_searches').selectAll().where('searcher_id', '=', searcherId).orderBy('id', 'desc').limit(limit).execute()

export interface MessageRow {
  readonly search_id: string
  readonly registered_id: string
  readonly searcher: PersonRow
  readonly name: string
  readonly message: string
  readonly answered_at: Date
  readonly passed_on_at: Date | null
}

/** Returns the newest messages to a user, or those to the people without an account of a shelter. */
export async function messagesTo(
  db: Db,
  to: { readonly userId: string } | { readonly placeId: string },
  limit: number,
): Promise<MessageRow[]> {
  const receiver =
    'userId' in to ? sql`m.user_id = ${to.userId}::uuid` : sql`m.user_id IS NULL AND m.place_id = ${to.placeId}::uuid`
  const { rows } = await sql<MessageRow>`SELECT m.search_id, m.registered_id, ${personJson('u')} AS searcher, p.name, s.message,
      s.answered_at, m.passed_on_at
    FROM person_search_messages m JOIN person_searches s ON s.id = m.search_id JOIN users u ON u.id = s.searcher_id
      JOIN registered_people p ON p.id = m.registered_id
    WHERE ${receiver} AND p.anonymised_at IS NULL ORDER BY m.search_id DESC, m.registered_id LIMIT ${limit}`.execute(db)
  return rows
}

/** Records that the staff of a shelter told a person. Returns false without such a message. */
export async function markPassedOn(
  tx: Db,
  { placeId, id, registeredId }: { readonly placeId: string; readonly id: string; readonly registeredId: string },
  by: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`UPDATE person_search_messages SET passed_on_at = COALESCE(passed_on_at, ${at}),
      passed_on_by = COALESCE(passed_on_by, ${by}::uuid)
    WHERE place_id = ${placeId}::uuid AND search_id = ${id}::uuid AND registered_id = ${registeredId}::uuid AND user_id IS NULL
    RETURNING search_id`.execute(tx)
  return rows.length > 0
}

/** Returns the questions that are due, the earliest first. */
export async function dueSearches(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('person_searches')
    .select('id')
    .where('answer', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

interface Answered {
  readonly searcher_id: string
  readonly answer: PersonSearchAnswer
  /** The users who got a message. */
  readonly user_ids: readonly string[]
  /** The shelters whose staff passes on a message. */
  readonly place_ids: readonly string[]
}

/** SQL: the person `root` is in a shelter, or counted by it, is no pet, and agreed in each row, and in the own profile. */
const agreed = sql`NOT root.is_pet
  AND EXISTS (SELECT FROM registered_people q JOIN stays ON stays.person_id = q.id
    WHERE q.root_id = root.id AND stays.left_at IS NULL AND stays.undone_at IS NULL)
  AND NOT EXISTS (SELECT FROM registered_people q LEFT JOIN shelter_details d ON d.user_id = q.user_id AND q.kind = 'member'
    WHERE q.root_id = root.id AND (NOT q.may_be_found OR d.may_be_found IS FALSE OR q.anonymised_at IS NOT NULL))`

/** SQL of the user who gets a message to the person `root`; null: a person without an account. */
const receiver = sql`(SELECT q.user_id FROM registered_people q JOIN users u ON u.id = q.user_id WHERE q.root_id = root.id
  ORDER BY u.is_active DESC, q.kind = 'member' DESC, q.id LIMIT 1)`

/** SQL: a message of `f.searcher_id` arrives at the person `f`, who is another one and does not block the searcher. */
const reachable = sql`f.user_id IS DISTINCT FROM f.searcher_id
  AND CASE WHEN f.user_id IS NOT NULL THEN EXISTS (SELECT FROM users u WHERE u.id = f.user_id AND u.is_active)
    ELSE EXISTS (SELECT FROM places pl JOIN shelter_staff staff ON staff.place_id = pl.id JOIN users u ON u.id = staff.user_id
      WHERE pl.id = f.place_id AND pl.deleted_at IS NULL AND pl.state IS DISTINCT FROM 'closed' AND u.is_active) END
  AND NOT EXISTS (
    SELECT FROM thread_members own JOIN threads t ON t.id = own.thread_id AND t.kind = 'personal'
      JOIN thread_members other ON other.thread_id = own.thread_id
    WHERE own.user_id = f.searcher_id AND other.user_id = f.user_id AND other.has_accepted IS FALSE)`

/**
 * Answers a question in one statement, the same for all people, and stores the messages. A person is found who is in a shelter, or at
 * home or in a car counted by it, and who agreed in each row of the register, and in the own profile. A user who blocks the
 * searcher, a pet and the searcher are not found, and neither is a person to whom no active user, or no staff of an open shelter, can
 * give the message. The year of birth only chooses among people of one name: a wrong one is answered as a right one. Returns undefined if another process has answered it.
 */
export async function answerSearch(tx: Db, id: string, now: Date): Promise<Answered | undefined> {
  const { rows } = await sql<Answered>`
    WITH search AS (SELECT * FROM person_searches WHERE id = ${id}::uuid AND answer IS NULL FOR UPDATE SKIP LOCKED),
    found AS (
      SELECT DISTINCT ON (root.id) root.id, root.place_id, s.searcher_id,
        CASE WHEN s.birth_year IS NULL OR p.birth_year = s.birth_year THEN 0 WHEN p.birth_year IS NULL THEN 1 ELSE 2 END AS year_rank,
        ${receiver} AS user_id
      FROM search s JOIN registered_people p
        ON p.person_key = s.person_key OR replace(folded(p.name), ' ', '') COLLATE "C" = s.name_key
        JOIN registered_people root ON root.id = p.root_id
      WHERE ${agreed}
      ORDER BY root.id, year_rank),
    allowed AS (SELECT f.* FROM found f WHERE ${reachable}),
    sent AS (
      INSERT INTO person_search_messages (search_id, registered_id, place_id, user_id)
      SELECT ${id}::uuid, id, place_id, user_id FROM allowed WHERE year_rank = (SELECT min(year_rank) FROM allowed)
      RETURNING place_id, user_id)
    UPDATE person_searches s SET answered_at = ${now}, answer = CASE WHEN EXISTS (SELECT FROM sent) THEN 'passedOn' ELSE 'cannotSay' END
    FROM search WHERE s.id = search.id
    RETURNING s.searcher_id, s.answer, COALESCE((SELECT array_agg(user_id::text) FROM sent WHERE user_id IS NOT NULL), '{}') AS user_ids,
      COALESCE((SELECT array_agg(DISTINCT place_id::text) FROM sent WHERE user_id IS NULL), '{}') AS place_ids`.execute(tx)
  return rows[0]
}

/** A person whom a user may be told about. */
export interface Findable {
  readonly id: string
  readonly place_id: string
  /** null: a person without an account. */
  readonly user_id: string | null
}

/** Returns a person of a register if a search of the user would find them. */
export async function findableBy(db: Db, rootId: string, searcherId: string): Promise<Findable | undefined> {
  const { rows } = await sql<Findable>`SELECT f.id, f.place_id, f.user_id FROM (
      SELECT root.id, root.place_id, ${searcherId}::uuid AS searcher_id, ${receiver} AS user_id FROM registered_people root
      WHERE root.id = ${rootId}::uuid AND ${agreed}) f
    WHERE ${reachable}`.execute(db)
  return rows[0]
}

/** Returns whether a person has this message of a user. */
export async function hasMessage(
  db: Db,
  registeredId: string,
  { searcherId, message }: { readonly searcherId: string; readonly message: string },
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM person_search_messages m JOIN person_searches s ON s.id = m.search_id
    WHERE m.registered_id = ${registeredId}::uuid AND s.searcher_id = ${searcherId}::uuid AND s.message = ${message} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

export const insertMessage = (tx: Db, searchId: string, { id, place_id, user_id }: Findable) =>
  tx.insertInto('person_search_messages').values({ search_id: searchId, registered_id: id, place_id, user_id }).execute()

/** Deletes the questions from before a time with their messages. @returns their number */
export async function deleteSearches(tx: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('person_searches').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
