import { sql } from 'kysely'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import { type Db, prepared } from '#/db/pool.ts'
import type { PersonRow } from '#/features/accounts/people/people.service.ts'
import { type SettingsRow, settingsObject } from './thread-settings.sql.ts'
import { type MessageColumns, messageColumns, type MessageRow, selectList } from './messaging.sql.ts'

/** The columns of the latest message, each with the prefix `latest_`. */
type LatestColumns = { readonly [Name in keyof MessageColumns as `latest_${Name}`]: MessageColumns[Name] }

/** A thread. Without a message, the columns of the latest message are null. */
export interface ThreadColumns extends LatestColumns {
  readonly id: string
  readonly kind: 'personal' | 'group'
  readonly member_count: number
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
  /** Name of a group; null in a personal thread. */
  readonly name: string | null
  readonly description: string | null
  readonly picture_file_id: string | null
  readonly hides_seen: boolean | null
  /** The alert whose radio channel the thread is, and the thread of its chat; null for any other thread. */
  readonly channel_alert_id: string | null
  readonly channel_alert_thread_id: string | null
  readonly all_delivered_seq: number
  readonly all_seen_seq: number
  /** The last chat message that the retention has removed; 0 for none. */
  readonly removed_seq: number
}

export interface ThreadRow extends ThreadColumns {
  /** The members of a personal thread, its creator first; empty in a group. */
  readonly people: readonly PersonRow[]
  readonly blocked_by: readonly string[]
}

/**
 * A thread with the membership of one user. The `other_` columns describe the other member of a personal thread; null in a group.
 */
export interface OwnThreadRow extends ThreadColumns {
  readonly membership_id: string
  readonly has_accepted: boolean | null
  readonly delivered_seq: number
  readonly seen_seq: number
  readonly unread: number
  /** The last one of the counted unread messages that mentions the member; null without one. */
  readonly mention_seq: number | null
  readonly other_id: string | null
  readonly other_first_name: string
  readonly other_last_name: string
  readonly other_avatar_file_id: string | null
  readonly other_membership_id: string
  readonly other_has_accepted: boolean | null
  /** The member's settings; null for the default ones. */
  readonly settings: SettingsRow | null
}

const { medias, ...columns } = messageColumns('latest', 'writer')
const latestColumns = { ...columns, medias: sql`CASE WHEN latest.files_hash IS NULL THEN '[]' ELSE ${medias} END` }

const threadColumns = sql`
  t.id, t.kind, t.member_count, t.version, t.created_at, GREATEST(t.updated_at, g.updated_at) AS updated_at, g.name, g.description,
  g.picture_file_id, g.hides_seen, ch.alert_id AS channel_alert_id, channel_alert.thread_id AS channel_alert_thread_id,
  k.delivered_seq AS all_delivered_seq, k.seen_seq AS all_seen_seq, k.removed_seq, ${selectList(latestColumns, 'latest_')}`

/** Returns the latest message of a thread; null without one. */
export function latestMessageOf(row: ThreadColumns): MessageRow | null {
  const entries = Object.entries({ ...row, latest_alert_id: null }).filter(([name]) => name.startsWith('latest_'))
  const message = Object.fromEntries(entries.map(([name, value]) => [name.slice('latest_'.length), value]))
  return message['id'] === null ? null : (message as unknown as MessageRow) // the columns of `messageColumns`
}

/** `seq` counts chat messages only, so the latest chat message has the `seq` `last_seq`. */
const threadJoins = sql`
  JOIN thread_marks k ON k.thread_id = t.id AND k.message_type = 'normalChat'
  LEFT JOIN thread_groups g ON g.thread_id = t.id
  LEFT JOIN alert_channels ch ON ch.thread_id = t.id
  LEFT JOIN alerts channel_alert ON channel_alert.id = ch.alert_id
  LEFT JOIN messages latest ON latest.thread_id = t.id AND latest.message_type = 'normalChat' AND latest.seq = t.last_seq
  LEFT JOIN users writer ON writer.id = latest.sender_id`

/**
 * SQL of the number of unread messages of the member `me` in the thread `t` by their watermark `w`, which is never below their
 * own last message. It is 0 while the member blocks a personal thread.
 */
export const unread = sql`CASE WHEN me.has_accepted = false THEN 0 ELSE LEAST(t.last_seq - w.seen_seq, ${sql.lit(UNREAD_MAX)}) END`

/** SQL of the last message of a group that mentions the member, among the unread ones that are counted, with the same aliases. */
const mentionSeq = sql`CASE WHEN t.kind = 'group' THEN (
  SELECT max(mm.seq) FROM messages mm WHERE mm.thread_id = t.id AND mm.seq > GREATEST(w.seen_seq, t.last_seq - ${sql.lit(UNREAD_MAX)})
    AND mm.mentions IS NOT NULL AND mm.message_type = 'normalChat' AND mm.mentions @@ format('$[*].userId == "%s" || $[*].userId == null', me.user_id)::jsonpath) END`

/** SQL of the number of unread radio messages, with the same aliases. */
export const unreadRadio = sql`LEAST(t.last_radio_seq - w.seen_seq, ${sql.lit(UNREAD_MAX)})`

const selectOwn = (viewerId: string) => sql`
  SELECT ${threadColumns}, me.id AS membership_id, me.has_accepted, w.delivered_seq, w.seen_seq, ${unread} AS unread, ${mentionSeq} AS mention_seq,
    other.user_id AS other_id, person.first_name AS other_first_name, person.last_name AS other_last_name,
    person.avatar_file_id AS other_avatar_file_id, other.id AS other_membership_id, other.has_accepted AS other_has_accepted,
    ${settingsObject} AS settings
  FROM thread_members me
  JOIN threads t ON t.id = me.thread_id
  JOIN thread_watermarks w ON w.thread_id = me.thread_id AND w.user_id = me.user_id AND w.message_type = 'normalChat'
  LEFT JOIN thread_settings s ON s.thread_id = me.thread_id AND s.user_id = me.user_id
  ${threadJoins}
  LEFT JOIN thread_members other ON t.kind = 'personal' AND other.thread_id = t.id AND other.user_id <> me.user_id
  LEFT JOIN users person ON person.id = other.user_id
  WHERE me.user_id = ${viewerId}::uuid`

/**
 * Returns all threads of a kind that the user is a member of, latest activity first. Personal threads without messages are hidden
 * from their recipient.
 */
export async function threadsOf(db: Db, userId: string, kind: ThreadRow['kind']): Promise<OwnThreadRow[]> {
  const { rows } = await sql<OwnThreadRow>`${prepared('threads_of')} ${selectOwn(userId)} AND t.kind = ${kind}
      AND (t.last_seq > 0 OR me.has_accepted IS NOT NULL)
    ORDER BY GREATEST(t.id, latest.id) DESC`.execute(db)
  return rows
}

export async function ownThread(db: Db, userId: string, id: string): Promise<OwnThreadRow | undefined> {
  const { rows } = await sql<OwnThreadRow>`${prepared('own_thread')} ${selectOwn(userId)} AND me.thread_id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

const person = (
  alias: string,
) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'first_name', ${sql.ref(`${alias}.first_name`)},
  'last_name', ${sql.ref(`${alias}.last_name`)}, 'avatar_file_id', ${sql.ref(`${alias}.avatar_file_id`)})`

export async function sharedThread(db: Db, id: string): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    SELECT ${threadColumns},
      CASE WHEN t.kind <> 'personal' THEN '[]'::json
        WHEN one.id < other.id THEN json_build_array(${person('low')}, ${person('high')})
        ELSE json_build_array(${person('high')}, ${person('low')}) END AS people,
      array_remove(ARRAY[CASE WHEN one.has_accepted = false THEN one.user_id END, CASE WHEN other.has_accepted = false THEN other.user_id END],
        NULL)::text[] AS blocked_by
    FROM threads t ${threadJoins}
    LEFT JOIN users low ON low.id = t.person_low
    LEFT JOIN users high ON high.id = t.person_high
    LEFT JOIN thread_members one ON one.thread_id = t.id AND one.user_id = t.person_low
    LEFT JOIN thread_members other ON other.thread_id = t.id AND other.user_id = t.person_high
    WHERE t.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the threads among `ids` of which the user is a member, in any order. */
export async function ownThreads(db: Db, userId: string, ids: readonly string[]): Promise<OwnThreadRow[]> {
  const { rows } = await sql<OwnThreadRow>`${selectOwn(userId)} AND me.thread_id = ANY (${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Returns ids of personal threads with unread messages. Threads that the user blocks are excluded. */
export async function unreadPersonalOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT w.thread_id AS id FROM thread_watermarks w JOIN threads t ON t.id = w.thread_id AND t.kind = 'personal'
    JOIN thread_members me ON me.thread_id = w.thread_id AND me.user_id = w.user_id
    WHERE me.user_id = ${userId}::uuid AND w.message_type = 'normalChat' AND w.seen_seq < t.last_seq
      AND me.has_accepted IS DISTINCT FROM false
    ORDER BY w.thread_id`.execute(db)
  return rows.map((row) => row.id)
}

const pairOf = (one: string, other: string) => (one < other ? [one, other] : [other, one]) as [string, string] // the two arguments

export const personalThreadOf = (db: Db, one: string, other: string) => {
  const [low, high] = pairOf(one, other)
  return db.selectFrom('threads').select('id').where('person_low', '=', low).where('person_high', '=', high).executeTakeFirst()
}

/** Inserts a personal thread. @returns false if the two users already have one */
export async function insertPersonal(tx: Db, id: string, one: string, other: string, at: Date): Promise<boolean> {
  const [person_low, person_high] = pairOf(one, other)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('threads')
    .values({ id, kind: 'personal', member_count: 2, person_low, person_high, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(['person_low', 'person_high']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Inserts the watermarks of all members for a new personal or group thread. */
export const insertWatermarks = (tx: Db, threadId: string) =>
  tx
    .insertInto('thread_marks')
    .values(['normalChat', 'asrChat'].map((message_type) => ({ thread_id: threadId, message_type })))
    .execute()

/** Locks the row of a thread until the transaction ends. Every change of a thread or of its members locks it first. */
export const lockThread = (tx: Db, id: string) =>
  tx
    .selectFrom('threads')
    .select(['id', 'kind', 'last_seq', 'member_count', 'version'])
    .where('id', '=', id)
    .where('kind', '<>', 'alert')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Raises the version of a thread after a change. @param joined Change of the number of members, negative when members leave. */
export const raiseThreadVersion = (tx: Db, id: string, at: Date, joined = 0) =>
  tx
    .updateTable('threads')
    .set((row) => ({ version: row('version', '+', 1), member_count: row('member_count', '+', joined), updated_at: at }))
    .where('id', '=', id)
    .execute()
