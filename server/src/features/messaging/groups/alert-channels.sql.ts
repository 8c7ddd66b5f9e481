import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { filesOfMessages } from '#/features/files/files.service.ts'

/** Returns the thread of the radio channel of an alert. */
export const channelOfAlert = async (db: Db, alertId: string): Promise<string | undefined> =>
  (await db.selectFrom('alert_channels').select('thread_id').where('alert_id', '=', alertId).executeTakeFirst())?.thread_id

/** Returns the alert whose radio channel a thread is; undefined for any other thread. */
export const alertOfChannel = async (db: Db, threadId: string): Promise<string | undefined> =>
  (await db.selectFrom('alert_channels').select('alert_id').where('thread_id', '=', threadId).executeTakeFirst())?.alert_id

export const insertChannel = (tx: Db, alert_id: string, thread_id: string) =>
  tx.insertInto('alert_channels').values({ alert_id, thread_id }).execute()

interface ChannelMember {
  readonly alertId: string
  readonly threadId: string
  readonly userId: string
}

/** Returns the members of radio channels, those of the newest alerts first. */
export async function channelMembers(db: Db, limit: number): Promise<ChannelMember[]> {
  const { rows } = await sql<{ alert_id: string; thread_id: string; user_id: string }>`
    SELECT c.alert_id, c.thread_id, m.user_id FROM alert_channels c JOIN thread_members m ON m.thread_id = c.thread_id
    ORDER BY c.alert_id DESC, m.id DESC LIMIT ${limit}`.execute(db)
  return rows.map(({ alert_id, thread_id, user_id }) => ({ alertId: alert_id, threadId: thread_id, userId: user_id }))
}

export const memberIdsOf = async (db: Db, threadId: string): Promise<string[]> =>
  (await db.selectFrom('thread_members').select('user_id').where('thread_id', '=', threadId).execute()).map((row) => row.user_id)

/** Deletes the thread of a radio channel with its messages. Returns the ids of its files; the caller deletes the file rows. */
export async function deleteChannelRows(tx: Db, threadId: string): Promise<string[]> {
  const messages = await tx.deleteFrom('messages').where('thread_id', '=', threadId).returning('id').execute()
  const files = await filesOfMessages(
    tx,
    messages.map(({ id }) => id),
  )
  await tx.deleteFrom('threads').where('id', '=', threadId).execute()
  return files
}
