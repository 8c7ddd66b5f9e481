import { type RawBuilder, sql, type Selectable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { RadioChats, RadioLocations } from '#/db/rows.ts'

export type ChatRow = Selectable<RadioChats>
export type LocationRow = Selectable<RadioLocations>

/** A page of a user in a radio chat, with its current socket. */
export interface RadioPage {
  readonly radioChatId: string
  readonly userId: string
  readonly endpointId: string
  readonly socketId: string
}

/** Returns the running radio chat of a thread. */
export const runningChat = (db: Db, threadId: string): Promise<ChatRow | undefined> =>
  db.selectFrom('radio_chats').selectAll().where('thread_id', '=', threadId).where('ended_at', 'is', null).executeTakeFirst()

/** Returns the running radio chat of a thread and locks it until the transaction ends. */
export const lockRunningChat = (tx: Db, threadId: string): Promise<ChatRow | undefined> =>
  tx
    .selectFrom('radio_chats')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const runningChatsOf = (db: Db, threadIds: readonly string[]): Promise<ChatRow[]> =>
  threadIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('radio_chats')
        .selectAll()
        .where('thread_id', 'in', [...threadIds])
        .where('ended_at', 'is', null)
        .execute()

/** Returns the radio chat of each of these threads that ended last. */
export async function endedChatsOf(
  db: Db,
  threadIds: readonly string[],
): Promise<Pick<ChatRow, 'id' | 'thread_id' | 'version'>[]> {
  const { rows } = await sql<Pick<ChatRow, 'id' | 'thread_id' | 'version'>>`
    SELECT ended.id, ended.thread_id, ended.version FROM unnest(${[...threadIds]}::uuid[]) AS thread (id)
    CROSS JOIN LATERAL (
      SELECT * FROM radio_chats WHERE thread_id = thread.id AND ended_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS ended`.execute(
    db,
  )
  return rows
}

export const chatById = (db: Db, id: string): Promise<ChatRow> =>
  db.selectFrom('radio_chats').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Inserts a radio chat. @returns false if one is running in the thread */
export async function insertChat(tx: Db, chat: { id: string; threadId: string; userId: string; at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('radio_chats')
    .values({ id: chat.id, thread_id: chat.threadId, started_by: chat.userId, started_at: chat.at, last_sound_at: chat.at })
    .onConflict((conflict) => conflict.column('thread_id').where('ended_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Ends a radio chat. Its members, queue and locations are deleted. */
export async function endChat(tx: Db, id: string, at: Date): Promise<void> {
  await tx.deleteFrom('radio_members').where('radio_chat_id', '=', id).execute()
  await tx.deleteFrom('radio_locations').where('radio_chat_id', '=', id).execute()
  await tx
    .updateTable('radio_chats')
    .set((row) => ({ ended_at: at, version: row('version', '+', 1), emitted_version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Counts a change of the members. */
export const raiseChatVersion = (tx: Db, id: string) =>
  tx
    .updateTable('radio_chats')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Records that the current version is emitted. @returns false if it was emitted before */
export async function markEmitted(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('radio_chats')
    .set((row) => ({ emitted_version: row.ref('version') }))
    .where('id', '=', id)
    .whereRef('emitted_version', '<', 'version')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Returns the users who are in these radio chats, in the order in which they joined. */
export async function usersInChats(db: Db, ids: readonly string[]): Promise<{ radio_chat_id: string; user_id: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('radio_members')
    .select(['radio_chat_id', 'user_id'])
    .where('radio_chat_id', 'in', [...ids])
    .groupBy(['radio_chat_id', 'user_id'])
    .orderBy((row) => row.fn.min('position'))
    .execute()
}

/**
 * Inserts a page of a member, or renews it.
 * @returns whether the page was not in the radio chat before; null if the user was removed from the thread meanwhile
 */
export async function upsertPage(tx: Db, page: RadioPage, threadId: string): Promise<boolean | null> {
  const { radioChatId, userId, endpointId, socketId } = page
  const { rows } = await sql<{ is_new: boolean }>`
    INSERT INTO radio_members (radio_chat_id, user_id, endpoint_id, thread_id, socket_id, last_seen_at)
    SELECT ${radioChatId}::uuid, user_id, ${endpointId}::uuid, thread_id, ${socketId}, clock_timestamp()
    FROM thread_members WHERE thread_id = ${threadId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE
    ON CONFLICT (radio_chat_id, user_id, endpoint_id)
      DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at, socket_id = EXCLUDED.socket_id
    RETURNING xmax = 0 AS is_new`.execute(tx)
  return rows[0]?.is_new ?? null
}

/** @returns false if the page was not in the radio chat, or is in it with another socket */
export async function deletePage(tx: Db, { radioChatId, userId, endpointId, socketId }: RadioPage): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('radio_members')
    .where('radio_chat_id', '=', radioChatId)
    .where('user_id', '=', userId)
    .where('endpoint_id', '=', endpointId)
    .where('socket_id', '=', socketId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Returns the pages of these users that are in the radio chat: the id of the socket by `{user id} {endpoint id}`. */
export async function pagesOf(db: Db, radioChatId: string, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('radio_members')
    .select(['user_id', 'endpoint_id', 'socket_id'])
    .where('radio_chat_id', '=', radioChatId)
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Map(rows.map((row) => [`${row.user_id} ${row.endpoint_id}`, row.socket_id]))
}

export const isInChat = async (db: Db, radioChatId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('radio_members')
    .select('user_id')
    .where('radio_chat_id', '=', radioChatId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A page that is not in its radio chat with its socket. */
interface UnlistedPage {
  /** Index in the pages of the call. */
  readonly index: number
  /** The radio chat runs without the page, although the user may be in it. */
  readonly has_vanished: boolean
}

/**
 * Renews pages whose sockets are open. The commit need not be on disk: a crash of PostgreSQL loses some seconds.
 * @returns the pages that are not in the radio chat any more, or are in it with another socket
 */
export async function touchPages(db: Db, pages: readonly RadioPage[]): Promise<UnlistedPage[]> {
  const { rows } = await sql<UnlistedPage>`
    WITH page AS (
      SELECT radio_chat_id, user_id, endpoint_id, socket_id, (ordinality - 1)::int AS index
      FROM unnest(${pages.map((page) => page.radioChatId)}::uuid[], ${pages.map((page) => page.userId)}::uuid[],
        ${pages.map((page) => page.endpointId)}::uuid[], ${pages.map((page) => page.socketId)}::text[])
        WITH ORDINALITY AS page (radio_chat_id, user_id, endpoint_id, socket_id)),
    touched AS (
      UPDATE radio_members m SET last_seen_at = clock_timestamp()
      FROM page, (SELECT set_config('synchronous_commit', 'off', true)) AS setting
      WHERE m.radio_chat_id = page.radio_chat_id AND m.user_id = page.user_id AND m.endpoint_id = page.endpoint_id
        AND m.socket_id = page.socket_id
      RETURNING page.index)
    SELECT page.index,
      NOT EXISTS (SELECT FROM radio_members m WHERE m.radio_chat_id = page.radio_chat_id AND m.user_id = page.user_id
        AND m.endpoint_id = page.endpoint_id)
      AND EXISTS (SELECT FROM radio_chats c JOIN thread_members t ON t.thread_id = c.thread_id
        WHERE c.id = page.radio_chat_id AND c.ended_at IS NULL AND t.user_id = page.user_id) AS has_vanished
    FROM page WHERE page.index NOT IN (SELECT index FROM touched)`.execute(db)
  return rows
}

/** Renews the pages of all processes. */
export const touchAllPages = (db: Db) => sql`UPDATE radio_members SET last_seen_at = clock_timestamp()`.execute(db)

/** Deletes pages that no process renewed for this number of milliseconds. @returns their number */
export async function deleteVanishedPages(tx: Db, radioChatId: string, vanishedAfterMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM radio_members WHERE radio_chat_id = ${radioChatId}::uuid
      AND last_seen_at < clock_timestamp() - make_interval(secs => ${vanishedAfterMs / 1000})`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the locations of users who are no longer in the radio chat. @returns their ids */
export async function deleteLeftLocations(tx: Db, radioChatId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    DELETE FROM radio_locations l WHERE radio_chat_id = ${radioChatId}::uuid
      AND NOT EXISTS (SELECT FROM radio_members m WHERE m.radio_chat_id = l.radio_chat_id AND m.user_id = l.user_id)
    RETURNING l.user_id`.execute(tx)
  return rows.map((row) => row.user_id)
}

const ofResolvedAlert = (threadId: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM alert_channels ch JOIN alerts a ON a.id = ch.alert_id WHERE ch.thread_id = ${threadId} AND a.resolved_at IS NOT NULL)`

/** Whether a thread is the radio channel of a resolved alert. */
export async function isOfResolvedAlert(tx: Db, threadId: string): Promise<boolean> {
  const { rows } = await sql<{ is_resolved: boolean }>`SELECT ${ofResolvedAlert(sql`${threadId}::uuid`)} AS is_resolved`.execute(
    tx,
  )
  return rows[0]?.is_resolved === true
}

/**
 * Returns running radio chats that may have to change: with pages that vanished, without pages, silent, of a resolved alert, or not
 * emitted.
 */
export async function chatsToCheck(db: Db, vanishedAfterMs: number, silentBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    SELECT c.thread_id FROM radio_chats c WHERE c.ended_at IS NULL AND (
      c.last_sound_at < ${silentBefore}::timestamptz OR c.emitted_version < c.version
      OR ${ofResolvedAlert(sql`c.thread_id`)}
      OR NOT EXISTS (SELECT FROM radio_members m WHERE m.radio_chat_id = c.id)
      OR EXISTS (SELECT FROM radio_members m WHERE m.radio_chat_id = c.id
        AND m.last_seen_at < clock_timestamp() - make_interval(secs => ${vanishedAfterMs / 1000})))`.execute(db)
  return rows.map((row) => row.thread_id)
}

/** Stores the location of a user who is in the radio chat and cannot leave it meanwhile. @returns false if the user is not */
export async function upsertRadioLocation(tx: Db, row: LocationRow): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO radio_locations (radio_chat_id, user_id, thread_id, latitude, longitude, accuracy, at)
    SELECT ${row.radio_chat_id}::uuid, ${row.user_id}::uuid, ${row.thread_id}::uuid, ${row.latitude}::float8, ${row.longitude}::float8,
      ${row.accuracy}::float8, ${row.at}::timestamptz
    FROM (SELECT FROM radio_members WHERE radio_chat_id = ${row.radio_chat_id}::uuid AND user_id = ${row.user_id}::uuid
      LIMIT 1 FOR KEY SHARE) AS page
    ON CONFLICT (radio_chat_id, user_id) DO UPDATE SET
      latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, accuracy = EXCLUDED.accuracy, at = EXCLUDED.at`.execute(tx)
  return numAffectedRows > 0n
}

/** Deletes the locations of a user in radio chats. @returns the threads in whose radio chats the user is */
export async function deleteLocationsOf(db: Db, userId: string): Promise<string[]> {
  await db.deleteFrom('radio_locations').where('user_id', '=', userId).execute()
  const rows = await db.selectFrom('radio_members').select('thread_id').distinct().where('user_id', '=', userId).execute()
  return rows.map((row) => row.thread_id)
}

/** Returns the locations of the users who are in the radio chat. */
export const locationsInChat = (db: Db, radioChatId: string): Promise<LocationRow[]> =>
  db
    .selectFrom('radio_locations')
    .selectAll()
    .where('radio_chat_id', '=', radioChatId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('radio_members')
          .select('radio_members.user_id')
          .whereRef('radio_members.radio_chat_id', '=', 'radio_locations.radio_chat_id')
          .whereRef('radio_members.user_id', '=', 'radio_locations.user_id'),
      ),
    )
    .orderBy('user_id')
    .execute()
