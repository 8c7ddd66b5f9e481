import type { Me } from '@noroshi/contract/accounts/accounts.http'
import type { Deps } from '#/deps.ts'
import { audienceSize } from '#/features/alerts/groups/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { updateUser } from '../accounts.sql.ts'
import { deleteSeen, storeSeen } from './last-seen.sql.ts'
import { presentMe } from './profile.present.ts'

/** Stores whether the viewer shares when they were last here. Earlier times are deleted. */
export const shareLastSeen = (deps: Deps, viewer: SignedIn, isShared: boolean): Promise<Me> =>
  deps.transaction(async (tx) => {
    const user = await updateUser(tx, viewer.id, { shares_last_seen: isShared })
    await deleteSeen(tx, viewer.id)
    await storeSeen(tx, viewer.id, deps.now())
    tx.emit('users:last_seen_sharing', [userRoom(viewer.id)], {})
    return presentMe(user, viewer, await audienceSize(tx, viewer.id))
  })

/** Stores that the user has the app on the screen. Does nothing for a user who does not share it. */
export const recordSeen = async ({ db, now }: Deps, userId: string): Promise<void> => void (await storeSeen(db, userId, now()))
