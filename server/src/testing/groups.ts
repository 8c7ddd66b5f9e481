import { v7 as uuidv7 } from 'uuid'
import type { Person, Unit } from './unit.ts'

/** A new alert group; its people leave all others first, 'Everyone' too, so that it alone decides who hears them. */
export async function alertGroup({ db }: Unit, people: readonly Person[], isAnonymous = false): Promise<string> {
  const id = uuidv7()
  await db.insertInto('alert_groups').values({ id, name: 'a group', is_anonymous: isAnonymous }).execute()
  for (const { id: userId } of people) {
    await db.deleteFrom('alert_group_members').where('user_id', '=', userId).execute()
    await db.insertInto('alert_group_members').values({ group_id: id, user_id: userId }).execute()
  }
  return id
}

export const joinsGroup = ({ db }: Unit, groupId: string, { id }: Person) =>
  db.insertInto('alert_group_members').values({ group_id: groupId, user_id: id }).execute()

export const leavesGroups = ({ db }: Unit, { id }: Person) =>
  db.deleteFrom('alert_group_members').where('user_id', '=', id).execute()

export const deactivates = ({ db }: Unit, { id }: Person) =>
  db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
