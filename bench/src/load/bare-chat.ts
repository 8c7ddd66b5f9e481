import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { gramsOf, type SampleTown } from './chats.ts'

type Writer = SampleTown['writers'][number]

/** Writes the rows of a message by plain SQL, without the server: seq, message, watermark, event. */
export async function writeBare(pool: pg.Pool, writer: Writer, text: string): Promise<void> {
  const client = await pool.connect()
  await client.query('BEGIN')
  const { rows } = await client.query<{ last_seq: string }>({
    name: 'seq',
    text: 'UPDATE threads SET last_seq = last_seq + 1 WHERE id = $1 RETURNING last_seq',
    values: [writer.threadId],
  })
  const seq = rows[0]?.last_seq
  await client.query({
    name: 'message',
    text: `INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at, client_id)
      VALUES ($1, $2, $3, $4, 'normalChat', $5, $6, now(), $7)`,
    values: [uuidv7(), writer.threadId, seq, writer.id, text, gramsOf(text), uuidv7()],
  })
  await client.query({
    name: 'mark',
    text: `UPDATE thread_watermarks SET delivered_seq = $3, seen_seq = $3 WHERE thread_id = $1 AND user_id = $2 AND message_type = 'normalChat'`,
    values: [writer.threadId, writer.id, seq],
  })
  await client.query({
    name: 'event',
    text: `INSERT INTO events (id, name, rooms, payload) VALUES ($1, 'messages:new_message', $2, $3)`,
    values: [uuidv7(), [`thread:${writer.threadId}`], JSON.stringify({ text, seq, sender: writer.id })],
  })
  await client.query('COMMIT')
  client.release()
}
