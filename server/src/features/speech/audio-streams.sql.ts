import { type Selectable, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { AudioStreams } from '#/db/rows.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'

export type StreamRow = Selectable<AudioStreams>

/** The sender of a stream: a session and a thread. */
export interface StreamKey {
  readonly sessionId: string
  readonly threadId: string
}

/**
 * Locks and returns the stream that a part with this timestamp belongs to: one that began before it and ended after it, else the
 * open one.
 */
export const lockStream = (tx: Db, { sessionId, threadId }: StreamKey, timestamp: number): Promise<StreamRow | undefined> =>
  tx
    .selectFrom('audio_streams')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('thread_id', '=', threadId)
    .where((row) =>
      row.or([
        row.and([row('stop_timestamp', '>=', timestamp), row.or([row('stored_at', 'is', null), hasEarlierPart(timestamp)])]),
        row.and([row('stop_timestamp', 'is', null), row('stored_at', 'is', null)]),
      ]),
    )
    .orderBy('stop_timestamp', (order) => order.asc().nullsLast())
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()

const hasEarlierPart = (timestamp: number) =>
  sql<boolean>`EXISTS (SELECT FROM audio_parts p WHERE p.stream_id = audio_streams.id AND p.timestamp <= ${timestamp})`

/** Inserts an open stream. Another transaction with the same key waits, and then inserts nothing. */
export const insertStream = (tx: Db, id: string, { sessionId, threadId }: StreamKey, language: string, at: Date) =>
  sql`
  INSERT INTO audio_streams (id, session_id, thread_id, language, started_at, due_at)
  VALUES (${id}, ${sessionId}, ${threadId}, ${language}, ${at}, clock_timestamp()) ON CONFLICT DO NOTHING`.execute(tx)

/** @returns false if the stream has this part already */
export async function insertPart(
  tx: Db,
  part: { stream_id: string; timestamp: number; hash: Buffer; bytes: Buffer },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audio_parts')
    .values(part)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Sets when the stream is due, in milliseconds from now, and the timestamp of its end. */
export const setDue = (tx: Db, id: string, afterMs: number, stopTimestamp: number | null) =>
  sql`
  UPDATE audio_streams SET stop_timestamp = ${stopTimestamp}::bigint,
    due_at = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
  WHERE id = ${id}`.execute(tx)

/** The number of parts, their bytes, and how many of them are before `timestamp`, or have it. */
export async function measureParts(tx: Db, streamId: string, timestamp: number) {
  const { rows } = await sql<{ parts: number; bytes: number; until: number }>`
    SELECT count(*)::int AS parts, coalesce(sum(length(bytes)), 0)::int AS bytes,
      (count(*) FILTER (WHERE timestamp <= ${timestamp}))::int AS until
    FROM audio_parts WHERE stream_id = ${streamId}`.execute(tx)
  return rows[0] ?? { parts: 0, bytes: 0, until: 0 }
}

/** Returns the bytes of the parts, in the order of the recording. */
export const partsOf = (db: Db, streamId: string): Promise<{ bytes: Buffer; timestamp: number }[]> =>
  db
    .selectFrom('audio_parts')
    .select(['bytes', 'timestamp'])
    .where('stream_id', '=', streamId)
    .orderBy('timestamp')
    .orderBy('position')
    .execute()

/** Claims due streams for `forMs` milliseconds: the one with this id, or all. */
export async function claimDue(db: Db, forMs: number, id: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    UPDATE audio_streams SET claimed_until = clock_timestamp() + make_interval(secs => ${forMs / 1000})
    WHERE stored_at IS NULL AND due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
      AND (${id}::uuid IS NULL OR id = ${id}::uuid)
    RETURNING id`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns the number of complete recordings that no message contains yet. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM audio_streams WHERE stored_at IS NULL AND due_at <= clock_timestamp()`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns a stream with its sender. */
export async function streamById(db: Db, id: string): Promise<{ stream: StreamRow; sender: SignedIn } | undefined> {
  const row = await db
    .selectFrom('audio_streams as a')
    .innerJoin('sessions as s', 's.id', 'a.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('a')
    .select(['u.id as user_id', 'u.first_name', 'u.last_name', 'u.avatar_file_id', 's.device_id'])
    .select(effectiveAdmin('u').as('is_admin'))
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const sender = {
    id: row.user_id,
    isAdmin: row.is_admin,
    isRestricted: false, // such a session cannot begin a stream
    sessionId: row.session_id,
    deviceId: row.device_id,
    firstName: row.first_name,
    lastName: row.last_name,
    avatarFileId: row.avatar_file_id,
  }
  return { stream: row, sender }
}

/** Marks a stream as stored and removes the bytes of its parts. */
export async function markStored(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('audio_streams').set({ stored_at: at }).where('id', '=', id).execute()
  await tx
    .updateTable('audio_parts')
    .set({ bytes: Buffer.alloc(0) })
    .where('stream_id', '=', id)
    .execute()
}

export const deleteStoredBefore = (db: Db, moment: Date) =>
  db.deleteFrom('audio_streams').where('stored_at', '<', moment).execute()
