import type { Me } from '@noroshi/contract/accounts/accounts.http'
import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { audienceSize } from '#/features/alerts/groups/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { updateUser } from './accounts.sql.ts'
import { presentMe, quietHoursIn } from './people/profile.present.ts'

/** Stores the viewer's quiet hours, or removes them (null). */
export const setQuietHours = (deps: Deps, viewer: SignedIn, quietHours: QuietHours | null): Promise<Me> =>
  deps.transaction(async (tx) => {
    const user = await updateUser(tx, viewer.id, { quiet_hours: quietHours && JSON.stringify(quietHours) })
    tx.emit('users:quiet_hours', [userRoom(viewer.id)], {})
    return presentMe(user, viewer, await audienceSize(tx, viewer.id))
  })

/** Returns the quiet hours of a user; null without any. */
export async function quietHoursOf(db: Db, userId: string): Promise<QuietHours | null> {
  const row = await db.selectFrom('users').select('quiet_hours').where('id', '=', userId).executeTakeFirst()
  return row ? quietHoursIn(row) : null
}
