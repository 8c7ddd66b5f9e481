import { QUOTE_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { removeFiles } from '#/features/files/files.service.ts'
import { lockThread, raiseThreadVersion } from '../threads.sql.ts'
import { changeMessage } from './change-message.service.ts'
import { deleteContent, placeToDelete, replaceInEvents } from './message-changes.sql.ts'

type StoredFiles = Awaited<ReturnType<typeof removeFiles>>

/**
 * Deletes a message for everyone. The caller has locked its thread and raised the version of the thread. A deleted message stays
 * unchanged.
 * @param inEvents the ids of the messages that stored events contain, if the caller knows them
 * @returns the message, and its stored files, which the caller discards after the commit
 */
export async function deleteWithin(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  id: string,
  by: string,
  inEvents?: ReadonlySet<string>,
): Promise<{ message: Message; files: StoredFiles }> {
  let files: StoredFiles = []
  let isNew = false
  const message = await changeMessage(tx, id, null, async ({ deletion }) => {
    isNew = deletion === null
    if (isNew) files = await removeFiles(tx, await deleteContent(tx, id, by, deps.now()))
  })
  if (isNew && inEvents?.has(id) !== false) await replaceInEvents(tx, message, quoteOf(message))
  return { message, files }
}

/**
 * Repeats the deletion of a message in a database that was restored from before it.
 * @param deletion `by`: the user who deleted it, who may be newer than the database
 * @returns the deleted files; null: the database does not have the message, or has its deletion
 */
export async function repeatMessageDeletion(
  tx: Tx,
  { id, at, by }: { readonly id: string; readonly at: Date; readonly by: string },
): Promise<StoredFiles | null> {
  const place = await placeToDelete(tx, id, by)
  if (!place) return null
  await lockThread(tx, place.thread_id)
  await raiseThreadVersion(tx, place.thread_id, at)
  return (await deleteWithin({ now: () => at }, tx, id, place.by)).files
}

/** Returns a message as a reply quotes it. */
export const quoteOf = (message: Message): Message['quote'] => ({
  id: message.id,
  seq: message.seq,
  SenderId: message.SenderId,
  sender: message.sender,
  version: message.version,
  text: cutText(message.text, QUOTE_MAX),
  messageMedias: message.messageMedias,
  latitude: message.latitude,
  isDeleted: message.deletion !== undefined,
})
