import type { Db } from '#/db/pool.ts'

/** Returns groups that have had no member since `before`. */
export const groupsLeftBefore = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('threads')
    .select('id')
    .where('kind', '=', 'group')
    .where('member_count', '=', 0)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()

/** Returns the files of the messages of a group, and its picture. */
export const filesOfGroup = (tx: Db, id: string) =>
  tx
    .selectFrom('files')
    .innerJoin('messages', 'messages.id', 'files.parent_id')
    .select('files.id')
    .where('files.parent_kind', '=', 'message')
    .where('messages.thread_id', '=', id)
    .unionAll(tx.selectFrom('files').select('files.id').where('parent_kind', '=', 'group').where('parent_id', '=', id))
    .execute()

/** Deletes a thread and its messages. Foreign keys delete the other rows of the thread. */
export async function deleteThread(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('messages').where('thread_id', '=', id).execute()
  await tx.deleteFrom('threads').where('id', '=', id).execute()
}
