import { sql, type Selectable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { CallParticipants, Calls, CallSessions } from '#/db/rows.ts'

export type CallRow = Selectable<Calls>
export type SessionRow = Selectable<CallSessions>
export type ParticipantRow = Selectable<CallParticipants>

/** Max milliseconds of a statement of a change, including the wait for the lock: another process may be frozen while it has it. */
const STATEMENT_TIMEOUT_MS = 5000

/** Serialises all changes of calls until the end of the transaction (decisions/0063). */
export async function lockCalls(tx: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(tx)
  await sql`SELECT pg_advisory_xact_lock(hashtext('noroshi calls'))`.execute(tx)
}

export const callsByIds = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('calls')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()

/** Returns the sessions of these calls in the order of their creation. */
export const sessionsOfCalls = (db: Db, callIds: readonly string[]) =>
  db
    .selectFrom('call_sessions')
    .selectAll()
    .where('call_id', 'in', [...callIds])
    .orderBy('id')
    .execute()

/** Returns the participants of these calls. */
export const participantsOfCalls = (db: Db, callIds: readonly string[]) =>
  db
    .selectFrom('call_participants')
    .selectAll()
    .where('call_id', 'in', [...callIds])
    .orderBy('user_id')
    .execute()

/** Returns the id of the call of a session. */
export async function callOfSession(db: Db, sessionId: string): Promise<string | null> {
  const row = await db.selectFrom('call_sessions').select('call_id').where('id', '=', sessionId).executeTakeFirst()
  return row?.call_id ?? null
}

export const callsOfSessions = (db: Db, sessionIds: readonly string[]) =>
  db
    .selectFrom('call_sessions')
    .select(['id', 'call_id', 'receiver_id', 'caller_id'])
    .where('id', 'in', [...sessionIds])
    .execute()

/** Returns the ids of all calls that have not ended. */
export async function liveCallIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('calls').select('id').where('ended_at', 'is', null).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Returns the participation of a user in any call. */
export const participationOf = (db: Db, userId: string) =>
  db.selectFrom('call_participants').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns the session by which one user calls another one in a personal call, if it rings now. */
export const ringingPersonalSession = (db: Db, callerId: string, receiverId: string) =>
  db
    .selectFrom('call_sessions')
    .innerJoin('calls', 'calls.id', 'call_sessions.call_id')
    .selectAll('call_sessions')
    .where('calls.is_group', '=', false)
    .where('call_sessions.caller_id', '=', callerId)
    .where('call_sessions.receiver_id', '=', receiverId)
    .where('call_sessions.joined_at', 'is', null)
    .where('call_sessions.disconnected_at', 'is', null)
    .orderBy('call_sessions.id')
    .executeTakeFirst()

export const insertCall = (tx: Db, row: CallRow) => tx.insertInto('calls').values(row).execute()

export const updateCall = (tx: Db, { id, version, ended_at }: CallRow) =>
  tx.updateTable('calls').set({ version, ended_at }).where('id', '=', id).execute()

/** Inserts or updates a session. Its people and its creation never change. */
export const upsertSession = (tx: Db, row: SessionRow) =>
  tx
    .insertInto('call_sessions')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        acknowledged_at: row.acknowledged_at,
        joined_at: row.joined_at,
        disconnected_at: row.disconnected_at,
        has_missed: row.has_missed,
        has_rejected: row.has_rejected,
        is_unreachable: row.is_unreachable,
        is_busy: row.is_busy,
      }),
    )
    .execute()

export const insertParticipant = (tx: Db, row: ParticipantRow) => tx.insertInto('call_participants').values(row).execute()

export const updateParticipant = (tx: Db, { call_id, user_id, endpoint_id, last_seen_at }: ParticipantRow) =>
  tx
    .updateTable('call_participants')
    .set({ endpoint_id, last_seen_at })
    .where('call_id', '=', call_id)
    .where('user_id', '=', user_id)
    .execute()

export const deleteParticipant = (tx: Db, { call_id, user_id }: ParticipantRow) =>
  tx.deleteFrom('call_participants').where('call_id', '=', call_id).where('user_id', '=', user_id).execute()

/** Adds users to the history of a call. Users who are in it already are skipped. */
export const insertPeople = (tx: Db, rows: readonly { user_id: string; call_id: string; other_id: string | null }[]) =>
  tx
    .insertInto('call_people')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Writes the heartbeat of an endpoint.
 * @returns false if the page is not the endpoint of that user and device in the call
 */
export async function touchParticipant(
  db: Db,
  callId: string,
  own: { readonly userId: string; readonly deviceId: string; readonly endpointId: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('call_participants')
    .set({ last_seen_at: at })
    .where('user_id', '=', own.userId)
    .where('call_id', '=', callId)
    .where('device_id', '=', own.deviceId)
    .where('endpoint_id', '=', own.endpointId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
