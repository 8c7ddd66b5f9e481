import type { Tx } from '#/db/transaction.ts'
import { searchTextOf } from '#/features/files/transcripts.service.ts'
import { threadRoom } from '#/realtime/rooms.ts'
import { gramsOf } from './grams.ts'
import { presentMessage } from './messaging.present.ts'
import { lockMessage, messagesById, updateTranscript } from './messaging.sql.ts'

/**
 * Makes a message findable by the transcripts of its voice notes and emits it, after one of them changed.
 * @param alertRooms rooms of the readers of the alert whose chat contains the message; null in other threads
 */
export async function emitTranscript(tx: Tx, messageId: string, alertRooms: readonly string[] | null, now: Date): Promise<void> {
  await lockMessage(tx, messageId) // the transcripts of two voice notes of a message may come at the same time
  const [before] = await messagesById(tx, [messageId])
  if (!before) return
  const transcript = await searchTextOf(tx, messageId)
  const grams = before.message_type === 'normalChat' ? gramsOf(`${before.text}\n${transcript ?? ''}`) : null
  await updateTranscript(tx, messageId, transcript, grams, now)
  const [row] = await messagesById(tx, [messageId])
  if (row) tx.emit('messages:updated', alertRooms ?? [threadRoom(row.thread_id)], presentMessage(row))
}
