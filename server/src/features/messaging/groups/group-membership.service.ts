import { GROUP_MEMBERS_MAX } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { insertMembers } from './members.sql.ts'
import { emitThreadChanged, readShared } from '../threads.service.ts'
import { raiseThreadVersion } from '../threads.sql.ts'

/**
 * Inserts members into a group, who get its events immediately. The caller holds its lock.
 * @throws thread.tooManyMembers (409).
 */
export async function insertIntoGroup(deps: Deps, tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const members = userIds.map((userId) => ({ userId, isAdmin: false, hasAccepted: true }))
  const added = await insertMembers(tx, id, members, deps.now())
  if (added.length === 0) return
  await raiseThreadVersion(tx, id, deps.now(), added.length)
  const group = await readShared(tx, id)
  if (group.memberCount > GROUP_MEMBERS_MAX) throw new AppError('thread.tooManyMembers', { max: GROUP_MEMBERS_MAX })
  const rooms = added.map(userRoom)
  tx.emit('message-threads:new_group', rooms, group)
  tx.emit('membership:changed', rooms, {})
  await emitThreadChanged(tx, id)
}
