import { newId } from '#/db/ids.ts'
import type { TestUser, TestServer } from '../test-server.ts'

/**
 * Creates an alert group. Its members leave all other groups first, also 'Everyone', so that only this group receives their
 * alerts.
 */
export async function createAlertGroup({ db }: TestServer, people: readonly TestUser[], isAnonymous = false): Promise<string> {
  const id = newId()
  await db
    .insertInto('alert_groups')
    .values({ id, name: `group ${id}`, is_anonymous: isAnonymous })
    .execute()
  for (const { id: userId } of people) {
    await db.deleteFrom('alert_group_members').where('user_id', '=', userId).execute()
    await db.insertInto('alert_group_members').values({ group_id: id, user_id: userId }).execute()
  }
  return id
}

export const joinAlertGroup = ({ db }: TestServer, groupId: string, { id }: TestUser) =>
  db.insertInto('alert_group_members').values({ group_id: groupId, user_id: id }).execute()

export const leaveAlertGroups = ({ db }: TestServer, { id }: TestUser) =>
  db.deleteFrom('alert_group_members').where('user_id', '=', id).execute()

export const deactivateUser = ({ db }: TestServer, { id }: TestUser) =>
  db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
