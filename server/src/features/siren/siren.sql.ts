import { type Insertable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { SirenScreens } from '#/db/rows.ts'

export interface ScreenGroupRow {
  readonly id: string
  readonly name: string
  readonly is_anonymous: boolean
}

export interface ScreenRow {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly code_expires_at: Date
  readonly paired_at: Date | null
  readonly last_seen_at: Date | null
  /** Its alert groups, except deleted ones, ordered by name. */
  readonly groups: readonly ScreenGroupRow[]
}

const selectScreens = sql`
  SELECT s.id, s.name, s.created_at, s.code_expires_at, s.paired_at, s.last_seen_at,
    COALESCE((SELECT json_agg(json_build_object('id', g.id, 'name', g.name, 'is_anonymous', g.is_anonymous) ORDER BY g.name, g.id)
      FROM siren_screen_groups sg JOIN alert_groups g ON g.id = sg.group_id
      WHERE sg.screen_id = s.id AND g.deleted_at IS NULL), '[]') AS groups
  FROM siren_screens s`

/** Returns all siren screens, ordered by name. */
export async function screenRows(db: Db): Promise<ScreenRow[]> {
  const { rows } = await sql<ScreenRow>`${selectScreens} ORDER BY s.name, s.id`.execute(db)
  return rows
}

/** Returns a siren screen; undefined if it does not exist. */
export async function screenById(db: Db, id: string): Promise<ScreenRow | undefined> {
  const { rows } = await sql<ScreenRow>`${selectScreens} WHERE s.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the screen with this token and the ids of its alert groups, except deleted ones. */
export async function screenOfToken(db: Db, tokenHash: Buffer): Promise<{ id: string; group_ids: string[] } | undefined> {
  const { rows } = await sql<{ id: string; group_ids: string[] }>`
    SELECT s.id, ARRAY(SELECT g.id::text FROM siren_screen_groups sg JOIN alert_groups g ON g.id = sg.group_id
      WHERE sg.screen_id = s.id AND g.deleted_at IS NULL) AS group_ids
    FROM siren_screens s WHERE s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Locks the set of siren screens until the transaction ends, and returns their number. */
export async function lockAndCountScreens(tx: Db): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('siren screens', 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('siren_screens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a siren screen with its alert groups. */
export async function insertScreen(tx: Db, screen: Insertable<SirenScreens>, groupIds: readonly string[]): Promise<void> {
  await tx.insertInto('siren_screens').values(screen).execute()
  await tx
    .insertInto('siren_screen_groups')
    .values(groupIds.map((group_id) => ({ screen_id: screen.id, group_id })))
    .execute()
}

/** Replaces an unused, valid code by the hash of a token. Returns undefined for any other code. */
export const exchangeCode = (tx: Db, codeHash: Buffer, tokenHash: Buffer, now: Date) =>
  tx
    .updateTable('siren_screens')
    .set({ code_hash: null, token_hash: tokenHash, paired_at: now, last_seen_at: now })
    .where('code_hash', '=', codeHash)
    .where('code_expires_at', '>', now)
    .returning(['id', 'name'])
    .executeTakeFirst()

export const deleteScreen = (tx: Db, id: string) =>
  tx.deleteFrom('siren_screens').where('id', '=', id).returning('name').executeTakeFirst()

/** Records a contact, at most once in `everyMs` milliseconds. After the clock went back, it records at once. */
export const recordContact = (db: Db, id: string, now: Date, everyMs: number) =>
  db
    .updateTable('siren_screens')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row('last_seen_at', 'is', null),
        row('last_seen_at', '<', new Date(now.getTime() - everyMs)),
        row('last_seen_at', '>', now),
      ]),
    )
    .execute()
