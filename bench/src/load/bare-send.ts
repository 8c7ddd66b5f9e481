import { createHash } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { API_BASE } from '@noroshi/contract/routes'
import { gramsOf } from './chats.ts'

// The minimum cost of a send over HTTP with Fastify and pg: it reads the session and writes the rows of a message in one
// statement. It checks no right, validates nothing and emits nothing, and a repeated client id is an error.

// Few connections: the embedded PostgreSQL allows 60, and the product and the bare transactions use most of them.
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 4 })
const app = fastify()

interface Body {
  readonly messageThreadId: string
  readonly text: string
  readonly clientId: string
}

app.post<{ Body: Body }>(`${API_BASE}/messages`, async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { rows: sessions } = await pool.query<{ id: string }>({
    name: 'session',
    text: 'SELECT u.id, u.first_name, u.last_name FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.ended_at IS NULL AND u.is_active',
    values: [createHash('sha256').update(token).digest()],
  })
  const { messageThreadId, text, clientId } = request.body
  const [sender, id] = [sessions[0]?.id, uuidv7()]
  const payload = { id, MessageThreadId: messageThreadId, SenderId: sender, text, clientId }
  const { rows } = await pool.query<{ seq: string }>({
    name: 'send',
    text: `WITH thread AS (UPDATE threads SET last_seq = last_seq + 1 WHERE id = $2 RETURNING last_seq),
      message AS (INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, grams, message_at, client_id)
        SELECT $1, $2, last_seq, $3, 'normalChat', $4, $5, now(), $6 FROM thread),
      mark AS (UPDATE thread_watermarks SET delivered_seq = last_seq, seen_seq = last_seq FROM thread
        WHERE thread_id = $2 AND user_id = $3 AND message_type = 'normalChat'),
      event AS (INSERT INTO events (id, name, rooms, payload) VALUES ($7, 'messages:new_message', $8, $9))
      SELECT last_seq AS seq FROM thread`,
    values: [
      id,
      messageThreadId,
      sender,
      text,
      gramsOf(text),
      clientId,
      uuidv7(),
      [`thread:${messageThreadId}`],
      JSON.stringify(payload),
    ],
  })
  return reply.status(201).send({ ...payload, seq: Number(rows[0]?.seq) })
})

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('disconnect', () => process.exit(0))
