import type { Db } from '#/db/pool.ts'

interface NewGroup {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly createdBy: string
  readonly clientId: string | null
  readonly contentHash: Buffer
  readonly at: Date
}

/** @throws a unique violation of `thread_groups_by_client` when the maker's device repeats itself. */
export async function insertGroup(tx: Db, group: NewGroup): Promise<void> {
  const { id, at } = group
  await tx.insertInto('threads').values({ id, kind: 'group', created_at: at, updated_at: at }).execute()
  await tx
    .insertInto('thread_groups')
    .values({
      thread_id: id,
      name: group.name,
      description: group.description,
      created_by: group.createdBy,
      client_id: group.clientId,
      content_hash: group.contentHash,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export const groupOfClient = (db: Db, createdBy: string, clientId: string) =>
  db
    .selectFrom('thread_groups')
    .select(['thread_id', 'content_hash'])
    .where('created_by', '=', createdBy)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const updateGroup = (tx: Db, id: string, change: { name: string; description: string }, at: Date) =>
  tx
    .updateTable('thread_groups')
    .set({ ...change, updated_at: at })
    .where('thread_id', '=', id)
    .execute()
