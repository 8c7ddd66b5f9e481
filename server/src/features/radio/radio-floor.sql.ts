import { sql, type Selectable } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { RadioQueue } from '#/db/rows.ts'
import type { FloorGrant, FloorRequest, FloorState } from './radio-floor.ts'
import type { ChatRow } from './radio.sql.ts'

type QueueRow = Omit<Selectable<RadioQueue>, 'position'>

/**
 * Milliseconds until the floor of a speaker is free whose process does not renew it. Other processes read that every 300 ms, so a
 * killed process blocks the floor for at most 2 s.
 */
export const LEASE_MS = 1700
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(LEASE_MS / 1000)})`

/** Returns the users who wait for the floor, the next one first. */
export const queueOf = async (db: Db, radioChatId: string): Promise<FloorRequest[]> =>
  (await db.selectFrom('radio_queue').selectAll().where('radio_chat_id', '=', radioChatId).orderBy('position').execute()).map(
    (row) => ({
      userId: row.user_id,
      endpointId: row.endpoint_id,
      language: row.language,
      endsWithUtterance: row.ends_with_utterance,
    }),
  )

export function grantOf(chat: ChatRow): FloorGrant | null {
  const { transmission_id, speaker_id, endpoint_id, language, ends_with_utterance } = chat
  if (transmission_id === null || speaker_id === null || endpoint_id === null || language === null) return null
  return {
    transmissionId: transmission_id,
    userId: speaker_id,
    endpointId: endpoint_id,
    language,
    endsWithUtterance: ends_with_utterance ?? false,
  }
}

/** Whether no process has renewed the floor of the current speaker in time, by PostgreSQL's clock. */
export async function isFloorLost(db: Db, radioChatId: string): Promise<boolean> {
  const lost = await db
    .selectFrom('radio_chats')
    .select('id')
    .where('id', '=', radioChatId)
    .where('floor_until', '<', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return lost !== undefined
}

/** Writes a changed floor. The caller has locked the radio chat. @returns the row after the change */
export async function saveFloor(tx: Db, chat: ChatRow, before: FloorState, after: FloorState, at: Date): Promise<ChatRow> {
  const kept = new Set(after.queue)
  for (const one of before.queue)
    if (!kept.has(one))
      await tx.deleteFrom('radio_queue').where('radio_chat_id', '=', chat.id).where('user_id', '=', one.userId).execute()
  const known = new Set(before.queue)
  const added = after.queue.filter((one) => !known.has(one)).map((one) => queueRow(chat.id, one))
  if (added.length > 0) await tx.insertInto('radio_queue').values(added).execute()
  const isSame = before.grant?.transmissionId === after.grant?.transmissionId
  return tx
    .updateTable('radio_chats')
    .set((row) => ({ floor_version: row('floor_version', '+', 1) }))
    .$if(!isSame, (update) => update.set({ ...columnsOf(after.grant, at), last_sound_at: at }))
    .where('id', '=', chat.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const queueRow = (radio_chat_id: string, one: FloorRequest): QueueRow => ({
  radio_chat_id,
  user_id: one.userId,
  endpoint_id: one.endpointId,
  language: one.language,
  ends_with_utterance: one.endsWithUtterance,
})

const columnsOf = (grant: FloorGrant | null, at: Date) => ({
  transmission_id: grant?.transmissionId ?? null,
  speaker_id: grant?.userId ?? null,
  endpoint_id: grant?.endpointId ?? null,
  language: grant?.language ?? null,
  ends_with_utterance: grant?.endsWithUtterance ?? null,
  granted_at: grant === null ? null : at,
  floor_until: grant === null ? null : leaseEnd,
})

/** Renews the floor of transmissions. The commit need not be on disk. @returns those that have the floor */
export async function renewFloors(db: Db, transmissionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ transmission_id: string }>`
    UPDATE radio_chats SET floor_until = ${leaseEnd} FROM (SELECT set_config('synchronous_commit', 'off', true)) AS setting
    WHERE ended_at IS NULL AND transmission_id = ANY (${[...transmissionIds]}::uuid[])
    RETURNING transmission_id`.execute(db)
  return rows.map((row) => row.transmission_id)
}

/** Returns the threads whose speaker has lost the floor because no process renewed it. */
export async function threadsWithLostFloor(db: Db): Promise<string[]> {
  const { rows } = await sql<{ thread_id: string }>`
    SELECT thread_id FROM radio_chats WHERE ended_at IS NULL AND floor_until < clock_timestamp()`.execute(db)
  return rows.map((row) => row.thread_id)
}
