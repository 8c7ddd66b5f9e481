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

/** Returns the file of the picture of a group; null without one. */
export async function pictureOf(tx: Db, id: string): Promise<string | null> {
  const group = await tx.selectFrom('thread_groups').select('picture_file_id').where('thread_id', '=', id).executeTakeFirst()
  return group?.picture_file_id ?? null
}

export const updateGroup = (
  tx: Db,
  id: string,
  change: { name: string; description: string } | { picture_file_id: string | null },
  at: Date,
) =>
  tx
    .updateTable('thread_groups')
    .set({ ...change, updated_at: at })
    .where('thread_id', '=', id)
    .execute()
