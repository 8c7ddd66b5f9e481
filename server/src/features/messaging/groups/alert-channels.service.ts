import { GROUP_NAME_MAX } from '@noroshi/contract/limits'
import { cutText } from '@noroshi/contract/text/graphemes'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { insertWatermarks, lockThread } from '../threads.sql.ts'
import { channelOfAlert, deleteChannelRows, insertChannel, memberIdsOf } from './alert-channels.sql.ts'
import { insertIntoGroup } from './group-membership.service.ts'
import { insertGroup } from './groups.sql.ts'

export { alertOfChannel, channelMembers, channelOfAlert } from './alert-channels.sql.ts'

/** An alert whose radio channel is joined. The caller has locked it and checked the right. */
interface ChannelAlert {
  readonly id: string
  /** 'firstName lastName' of the raiser; '' for an anonymous one. */
  readonly raiserName: string
}

/**
 * Adds a user to the radio channel of an alert, which the first one creates: a group without admins, so that no member adds others.
 * @returns the thread of the channel
 * @throws thread.tooManyMembers (409)
 */
export async function joinChannel(deps: Deps, tx: Tx, viewer: SignedIn, { id, raiserName }: ChannelAlert): Promise<string> {
  const threadId = (await channelOfAlert(tx, id)) ?? (await insertChannelGroup(deps, tx, viewer, { id, raiserName }))
  await lockThread(tx, threadId)
  await insertIntoGroup(deps, tx, threadId, [viewer.id])
  return threadId
}

async function insertChannelGroup(deps: Deps, tx: Tx, viewer: SignedIn, { id, raiserName }: ChannelAlert): Promise<string> {
  const threadId = newId()
  // "SOS" is the same in all languages: members read the name in different ones.
  const name = cutText(`SOS ${raiserName}`.trim(), GROUP_NAME_MAX)
  await insertGroup(tx, { id: threadId, name, description: '', createdBy: viewer.id, at: deps.now() })
  await insertWatermarks(tx, threadId)
  await insertChannel(tx, id, threadId)
  return threadId
}

/** Deletes the radio channel of an alert that is deleted. Returns the ids of its files; the caller deletes the file rows. */
export async function deleteChannel(tx: Tx, alertId: string): Promise<string[]> {
  const threadId = await channelOfAlert(tx, alertId)
  const thread = threadId === undefined ? undefined : await lockThread(tx, threadId)
  if (!thread) return []
  const rooms = (await memberIdsOf(tx, thread.id)).map(userRoom)
  const files = await deleteChannelRows(tx, thread.id)
  tx.emit('membership:changed', rooms, {})
  tx.emit('message-threads:removed', rooms, { id: thread.id, version: thread.version + 1 })
  return files
}
