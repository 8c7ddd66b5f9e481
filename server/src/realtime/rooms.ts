import type { Db } from '#/db/pool.ts'
import type { SignedIn } from '#/http/authenticate.ts'

export const userRoom = (userId: string) => `user:${userId}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
export const alertGroupRoom = (groupId: string) => `alert-group:${groupId}`
export const isAlertGroupRoom = (room: string) => room.startsWith(alertGroupRoom(''))
/** The holders of an alert's token, and administrators who look at its page. */
export const alertRoom = (alertId: string) => `alert:${alertId}`
/** Everybody who is signed in: for an alert whose groups are empty. */
export const EVERYBODY = 'everybody'

/** The rooms whose events this viewer may read now: decided by the memberships of this moment. */
export async function roomsOf(db: Db, viewer: SignedIn | null, tokenAlertIds: readonly string[]): Promise<string[]> {
  const alerts = tokenAlertIds.map(alertRoom)
  if (viewer === null) return alerts
  const groups = await db.selectFrom('alert_group_members').select('group_id').where('user_id', '=', viewer.id).execute()
  return [userRoom(viewer.id), EVERYBODY, ...groups.map((group) => alertGroupRoom(group.group_id)), ...alerts]
}
