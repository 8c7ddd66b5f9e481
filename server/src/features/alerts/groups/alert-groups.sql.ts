import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import { effectiveAdmin } from '#/features/accounts/effective-admin.service.ts'

/**
 * Returns the groups of a user without deleted ones. Deleted groups keep their members for access to earlier alerts.
 */
export const groupsOf = (db: Db, userId: string) =>
  db
    .selectFrom('alert_group_members')
    .innerJoin('alert_groups', 'alert_groups.id', 'alert_group_members.group_id')
    .select('group_id')
    .where('user_id', '=', userId)
    .where('alert_groups.deleted_at', 'is', null)
    .execute()

export const joinOpenGroups = (db: Db, userId: string) =>
  db
    .insertInto('alert_group_members')
    .columns(['group_id', 'user_id'])
    .expression((from) =>
      from
        .selectFrom('alert_groups')
        .where('takes_new_users', '=', true)
        .where('deleted_at', 'is', null)
        .select((row) => ['id as group_id', row.val(userId).as('user_id')]),
    )
    .execute()

/**
 * Returns the groups that an alert of this raiser reaches and the number of their active members without the raiser.
 * @param raiserId null for an anonymous alert
 */
export async function audienceOf(
  db: Db,
  raiserId: string | null,
): Promise<{ group_ids: string[]; count: number; is_shared: boolean }> {
  const isRecipientGroup =
    raiserId === null
      ? sql`g.is_anonymous`
      : sql`EXISTS (SELECT FROM alert_group_members m WHERE m.group_id = g.id AND m.user_id = ${raiserId}::uuid)`
  const { rows } = await sql<{ group_ids: string[]; count: number; is_shared: boolean }>`
    WITH reached AS (SELECT g.id, g.scope FROM alert_groups g WHERE g.deleted_at IS NULL AND ${isRecipientGroup})
    SELECT ARRAY(SELECT id::text FROM reached) AS group_ids, EXISTS (SELECT FROM reached WHERE scope = 'group') AS is_shared, (
      SELECT count(DISTINCT m.user_id) FROM alert_group_members m JOIN users u ON u.id = m.user_id AND u.is_active
      WHERE m.group_id IN (SELECT id FROM reached) AND m.user_id IS DISTINCT FROM ${raiserId}::uuid) AS count`.execute(db)
  return rows[0] ?? { group_ids: [], count: 0, is_shared: false }
}

/** Returns the number of active users without `exceptUserId`. */
export async function countActiveUsers(db: Db, exceptUserId: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM users WHERE is_active AND id IS DISTINCT FROM ${exceptUserId}::uuid`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the number of active administrators. */
export async function countAdministrators(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM users WHERE is_active AND is_admin AND ${effectiveAdmin('users')}`.execute(db)
  return rows[0]?.count ?? 0
}

export const lockGroups = (tx: Db, groupIds: readonly string[]) =>
  tx
    .selectFrom('alert_groups')
    .select('id')
    .where(sql<boolean>`id = ANY (${[...groupIds]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()

/** Returns active users who share a group with this user, ordered by name. `after`: the last id of the page before. */
export const fellowMembers = (db: Db, userId: string, after: string | undefined, limit: number) =>
  db
    .selectFrom('users')
    .where('users.is_active', '=', true)
    .where('users.id', '<>', userId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('alert_group_members as fellow')
          .innerJoin('alert_group_members as own', 'own.group_id', 'fellow.group_id')
          .innerJoin('alert_groups', 'alert_groups.id', 'fellow.group_id')
          .where('alert_groups.deleted_at', 'is', null)
          .whereRef('fellow.user_id', '=', 'users.id')
          .where('own.user_id', '=', userId)
          .select('fellow.user_id'),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(users.first_name, users.id) > (SELECT first_name, id FROM users WHERE id = ${after}::uuid)`),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.avatar_file_id'])
    .orderBy('users.first_name')
    .orderBy('users.id')
    .limit(limit)
    .execute()
