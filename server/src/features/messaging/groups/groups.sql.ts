import type { Db } from '#/db/pool.ts'

interface NewGroup {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly createdBy: string
  readonly at: Date
}

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
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export const updateGroup = (tx: Db, id: string, change: { name: string; description: string }, at: Date) =>
  tx
    .updateTable('thread_groups')
    .set({ ...change, updated_at: at })
    .where('thread_id', '=', id)
    .execute()
