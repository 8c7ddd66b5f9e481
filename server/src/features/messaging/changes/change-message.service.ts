import type { Tx } from '#/db/transaction.ts'
import { searchTextOf } from '#/features/files/transcripts.service.ts'
import { threadRoom } from './messaging.rooms.ts'
import { gramsOf } from './search/grams.ts'
import { presentMessage } from './messaging.present.ts'
import { keepBodyHash, lockMessage, type MessageRow, messagesById, updateTranscript } from './messaging.sql.ts'

/**
 * Changes a message and emits it to the readers of its thread. The message is locked until the end of the transaction.
 * @param alertRooms rooms of the readers of the alert whose chat contains the message; null in other threads
 * @param change writes the change and raises the version of the message
 */
export async function changeMessage(
  tx: Tx,
  id: string,
  alertRooms: readonly string[] | null,
  change: (before: MessageRow) => Promise<unknown>,
): Promise<void> {
  await lockMessage(tx, id)
  const [before] = await messagesById(tx, [id])
  if (!before) return
  await keepBodyHash(tx, before)
  await change(before)
  const [row] = await messagesById(tx, [id])
  if (row) tx.emit('messages:updated', alertRooms ?? [threadRoom(row.thread_id)], presentMessage(row))
}

/** Makes a message findable by the transcripts of its voice notes and emits it, after one of them changed. */
export const emitTranscript = (tx: Tx, id: string, alertRooms: readonly string[] | null, now: Date): Promise<void> =>
  changeMessage(tx, id, alertRooms, async ({ message_type, text }) => {
    const transcript = await searchTextOf(tx, id)
    const grams = message_type === 'normalChat' ? gramsOf(`${text}\n${transcript ?? ''}`) : null
    await updateTranscript(tx, id, transcript, grams, now)
  })
