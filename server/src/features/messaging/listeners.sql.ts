import type { Db } from '#/db/pool.ts'

/** A device of a user. */
interface Device {
  readonly id: string
  readonly deviceId: string
}

/** Returns the threads of a user, and whether each is read aloud on the device. */
export const topicRowsOf = (db: Db, { id, deviceId }: Device) =>
  db
    .selectFrom('thread_members')
    .leftJoin('thread_listeners', (join) =>
      join
        .onRef('thread_listeners.thread_id', '=', 'thread_members.thread_id')
        .onRef('thread_listeners.user_id', '=', 'thread_members.user_id')
        .on('thread_listeners.device_id', '=', deviceId),
    )
    .select('thread_members.thread_id')
    .select((row) => row('thread_listeners.device_id', 'is not', null).as('listens'))
    .where('thread_members.user_id', '=', id)
    .execute()

/** Returns the ids of the threads that are read aloud on a device. */
export async function listenedThreads(db: Db, { id, deviceId }: Device): Promise<string[]> {
  const rows = await db
    .selectFrom('thread_listeners')
    .select('thread_id')
    .where('user_id', '=', id)
    .where('device_id', '=', deviceId)
    .orderBy('thread_id')
    .execute()
  return rows.map((row) => row.thread_id)
}

/** @returns false if the user is not a member of the thread */
export async function insertListener(tx: Db, threadId: string, { id, deviceId }: Device): Promise<boolean> {
  // The lock keeps the membership until the row, which refers to it, is committed.
  const member = await tx
    .selectFrom('thread_members')
    .select('user_id')
    .where('thread_id', '=', threadId)
    .where('user_id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!member) return false
  await tx
    .insertInto('thread_listeners')
    .values({ thread_id: threadId, user_id: id, device_id: deviceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export const deleteListener = (tx: Db, threadId: string, { id, deviceId }: Device) =>
  tx
    .deleteFrom('thread_listeners')
    .where('thread_id', '=', threadId)
    .where('user_id', '=', id)
    .where('device_id', '=', deviceId)
    .execute()
