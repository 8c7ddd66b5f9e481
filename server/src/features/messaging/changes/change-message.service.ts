import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { Tx } from '#/db/transaction.ts'
import { searchTextOf } from '#/features/files/transcripts.service.ts'
import { AppError } from '#/http/errors.ts'
import { threadRoom } from '../messaging.rooms.ts'
import { gramsOfMessage } from '../search/grams.ts'
import { presentMessage } from '../messaging.present.ts'
import { readRadioMessage } from '../radio-messages/radio-messages.service.ts'
import { keepBodyHash, lockMessage, type MessageRow, messagesById, updateTranscript } from '../messaging.sql.ts'

/**
 * Changes a message and emits it to the readers of its thread. The message is locked until the end of the transaction.
 * @param alertRooms rooms of the readers of the alert whose chat contains the message; null in other threads
 * @param change writes the change and raises the version of the message. Without a higher version, nothing is emitted.
 * @returns the message after the change
 * @throws message.notFound (404)
 */
export async function changeMessage(
  tx: Tx,
  id: string,
  alertRooms: readonly string[] | null,
  change: (before: MessageRow) => Promise<unknown>,
): Promise<Message> {
  await lockMessage(tx, id)
  const before = await existing(tx, id)
  await keepBodyHash(tx, before)
  await change(before)
  const row = await existing(tx, id)
  const message = row.message_type === 'asrChat' ? await readRadioMessage(tx, id) : presentMessage(row)
  if (row.version > before.version) tx.emit('messages:updated', alertRooms ?? [threadRoom(row.thread_id)], message)
  return message
}

async function existing(tx: Tx, id: string): Promise<MessageRow> {
  const [row] = await messagesById(tx, [id])
  if (!row) throw new AppError('message.notFound')
  return row
}

/** Makes a message findable by the transcripts of its voice notes and emits it, after one of them changed. */
export const emitTranscript = (tx: Tx, id: string, alertRooms: readonly string[] | null, now: Date): Promise<Message> =>
  changeMessage(tx, id, alertRooms, async ({ message_type, text, poll }) => {
    const transcript = await searchTextOf(tx, id)
    const grams = message_type === 'normalChat' ? gramsOfMessage({ text, transcript, poll }) : null
    await updateTranscript(tx, id, transcript, grams, now)
  })
