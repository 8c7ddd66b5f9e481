import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { userIdsByName } from '#/features/accounts/people/people-by-id.service.ts'

/** Id of the group 'Everyone', which the migrations insert. */
export const BUILT_IN_GROUP = '019a0000-0000-7000-8000-000000000001'

export interface AlertGroupRow {
  readonly id: string
  readonly name: string
  readonly is_anonymous: boolean
  readonly takes_new_users: boolean
  readonly updated_at: Date
  readonly scope: 'unit' | 'group'
  readonly home_unit: string | null
  /** The name of the unit that created it; null: this one. */
  readonly unit_name: string | null
  /** Number of active members. */
  readonly member_count: number
}
export type AlertGroupColumns = Pick<AlertGroupRow, 'name' | 'is_anonymous' | 'takes_new_users' | 'scope'>

const selectGroups = sql`
  SELECT g.id, g.name, g.is_anonymous, g.takes_new_users, g.updated_at, g.scope, g.home_unit,
    CASE WHEN g.home_unit IS NOT NULL THEN COALESCE((SELECT name FROM sync_units WHERE unit_id = g.home_unit), '') END AS unit_name,
    (SELECT count(*) FROM alert_group_members m JOIN users u ON u.id = m.user_id AND u.is_active WHERE m.group_id = g.id) AS member_count
  FROM alert_groups g WHERE g.deleted_at IS NULL`

/** Returns all groups: the built-in group first, the others by name. */
export async function alertGroupRows(db: Db): Promise<AlertGroupRow[]> {
  const { rows } = await sql<AlertGroupRow>`${selectGroups} ORDER BY g.id <> ${BUILT_IN_GROUP}::uuid, g.name, g.id`.execute(db)
  return rows
}

export async function alertGroupById(db: Db, id: string): Promise<AlertGroupRow | undefined> {
  const { rows } = await sql<AlertGroupRow>`${selectGroups} AND g.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns a group and locks its row until the transaction ends, so that changes of its members are serialized. */
export async function alertGroupForUpdate(db: Db, id: string): Promise<AlertGroupRow | undefined> {
  await db.selectFrom('alert_groups').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return alertGroupById(db, id)
}

export const insertAlertGroup = (db: Db, group: AlertGroupColumns & { id: string }) =>
  db.insertInto('alert_groups').values(group).execute()

export const updateAlertGroup = (db: Db, id: string, change: AlertGroupColumns | { deleted_at: Date }) =>
  db
    .updateTable('alert_groups')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Returns members whose name contains `name`, ordered by name. `after`: the user id of the last row of the page before. */
export const alertGroupMemberRows = (db: Db, groupId: string, name: string, after: string | undefined, limit: number) =>
  db
    .selectFrom('alert_group_members')
    .innerJoin('users', 'users.id', 'alert_group_members.user_id')
    .where('alert_group_members.group_id', '=', groupId)
    .$if(name !== '', (query) => query.where(sql<boolean>`users.id IN (${userIdsByName(name)})`))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(users.first_name, users.id) > (SELECT first_name, id FROM users WHERE id = ${after}::uuid)`),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar_file_id', 'users.is_active'])
    .orderBy('users.first_name')
    .orderBy('users.id')
    .limit(limit)
    .execute()

/** Returns the ids of the users who were not members before. */
export async function insertMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO alert_group_members (group_id, user_id)
    SELECT ${groupId}::uuid, id FROM users WHERE id = ANY (${[...userIds]}::uuid[]) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Returns the ids of the users who were members. */
export async function deleteMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    DELETE FROM alert_group_members WHERE group_id = ${groupId}::uuid AND user_id = ANY (${[...userIds]}::uuid[])
    RETURNING user_id`.execute(db)
  return rows.map((row) => row.user_id)
}
