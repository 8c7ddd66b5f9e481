import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { PersonalTable } from './personal-table.ts'

/** Gives the rows of a user the values that a deletion leaves in them. */
export async function blankRows(tx: Db, table: string, { blanks }: PersonalTable, userId: string): Promise<void> {
  if (!blanks) return
  const values = Object.entries(blanks.values).map(([column, value = 'NULL']) => sql`${sql.id(column)} = ${sql.raw(value)}`)
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(values)} WHERE ${sql.ref(blanks.of)} = ${userId}`.execute(tx)
}

/** Deletes the rows of a user, and removes the user from the rows of others. */
export async function deleteRows(
  tx: Db,
  table: string,
  { clears = [], deletes = [] }: PersonalTable,
  userId: string,
): Promise<void> {
  for (const column of clears)
    await sql`UPDATE ${sql.table(table)} SET ${sql.id(column)} = NULL WHERE ${sql.ref(column)} = ${userId}`.execute(tx)
  for (const column of [deletes].flat())
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId}`.execute(tx)
}

export async function hasActiveAlert(db: Db, userId: string): Promise<boolean> {
  const alert = await db
    .selectFrom('alerts')
    .select('id')
    .where('raised_by', '=', userId)
    .where('resolved_at', 'is', null)
    .where('is_drill', '=', false)
    .executeTakeFirst()
  return alert !== undefined
}

/** Deletes the invitations to an address. They have the name too. */
export const deleteInvitationsTo = (tx: Db, email: string) => tx.deleteFrom('invitations').where('email', '=', email).execute()

/** Removes the name of a reported user from the copies of their messages. */
export const removeReportedName = (tx: Db, userId: string) =>
  sql`UPDATE reports SET message = jsonb_set(message, '{senderName}', '""')
    WHERE reported_id = ${userId}::uuid AND message IS NOT NULL`.execute(tx)

export const markDeleted = (tx: Db, id: string, at: Date) =>
  tx
    .updateTable('users')
    .set((row) => ({ deleted_at: at, updated_at: at, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertDeletion = (tx: Db, userId: string, deletesMessages: boolean, at: Date) =>
  tx.insertInto('account_deletions').values({ user_id: userId, deletes_messages: deletesMessages, begun_at: at }).execute()

/** Returns the deletions that are not complete, the earliest first. */
export const openDeletions = (db: Db) => db.selectFrom('account_deletions').selectAll().orderBy('begun_at').execute()

export type DeletionRow = Awaited<ReturnType<typeof openDeletions>>[number]

export const completeDeletion = (db: Db, userId: string) =>
  db.deleteFrom('account_deletions').where('user_id', '=', userId).execute()

/** Deletes the events that only the devices of a user received. */
export const deleteOwnEvents = (db: Db, userId: string) =>
  sql`DELETE FROM events WHERE rooms && ARRAY[${`user:${userId}`}] AND NOT EXISTS (
    SELECT FROM unnest(rooms) AS room WHERE room <> ${`user:${userId}`})`.execute(db)

export interface StoredPayload {
  readonly id: string
  readonly name: string
  readonly payload: unknown
}

/** Events that one statement reads. */
const EVENTS = 5000

/**
 * Returns those of the next stored events that contain a text, by their ids.
 * @param after the last event of the batch before
 * @returns `last`: the last event that was read; undefined at the end
 */
export async function nextEventsWith(db: Db, text: string, after: string) {
  const { rows } = await sql<StoredPayload & { has_text: boolean }>`
    WITH batch AS (SELECT id, name, payload FROM events WHERE id > ${after}::uuid ORDER BY id LIMIT ${EVENTS}),
    found AS (SELECT batch.*, strpos(payload::text, ${text}) > 0 AS has_text FROM batch)
    SELECT * FROM found WHERE has_text OR id = (SELECT id FROM batch ORDER BY id DESC LIMIT 1) ORDER BY id`.execute(db)
  return { found: rows.filter((row) => row.has_text) as readonly StoredPayload[], last: rows.at(-1)?.id }
}

/** Locks these events until the end of the transaction, and returns what their payloads are then. */
export const lockPayloads = (tx: Db, ids: readonly string[]): Promise<StoredPayload[]> =>
  tx
    .selectFrom('events')
    .select(['id', 'name', 'payload'])
    .where('id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

export const writePayload = (db: Db, id: string, payload: unknown) =>
  db
    .updateTable('events')
    .set({ payload: JSON.stringify(payload) })
    .where('id', '=', id)
    .execute()
