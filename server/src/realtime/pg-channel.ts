import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { queryByCallback } from '#/db/pool.ts'

/** Sends texts to the other processes of the server. A text is lost where a process or the sender is not connected. */
export interface PgChannel {
  send(text: string): void
  close(): Promise<void>
}

const RECONNECT_DELAY_MS = 200
const CONNECT_TIMEOUT_MS = 3000
/** PostgreSQL accepts less than 8000 bytes in a notification. Texts are sent as base64, one byte a character. */
const PART_CHARACTERS = 7800
/** Max parts of incomplete texts that are kept. */
const PARTS_MAX = 1000
/** Max texts that wait for the connection. Later ones are lost. */
const WAITING_MAX = 1000

/**
 * Uses LISTEN and NOTIFY of PostgreSQL on a connection of its own. A text of any length is sent in parts.
 * @param onText called with each text of another process, in the order of sending
 */
export function openPgChannel(url: string, channel: string, onText: (text: string) => void): PgChannel {
  const processId = randomUUID()
  const receive = createPartReader(processId, onText)
  let client: pg.Client | null = null
  let isClosed = false

  const listen = async (): Promise<void> => {
    while (!isClosed) {
      const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true })
      const ended = new Promise<void>((resolve) => next.once('end', resolve).on('error', () => resolve()))
      next.on('notification', ({ payload = '' }) => receive(payload))
      try {
        await next.connect()
        await queryByCallback(next, { text: `LISTEN ${channel}` })
        client = next
        if (!isClosed) await ended // close() during the connection attempt found no client to end
      } catch {
        // PostgreSQL is unavailable: the loop reconnects.
      }
      client = null
      await next.end().catch(() => undefined)
      if (!isClosed) await sleep(RECONNECT_DELAY_MS, undefined, { ref: false })
    }
  }
  const listening = listen()

  let waiting = 0
  let sending: Promise<void> = Promise.resolve()
  const sendParts = async (text: string): Promise<void> => {
    const textId = randomUUID()
    const encoded = Buffer.from(text).toString('base64')
    const count = Math.max(Math.ceil(encoded.length / PART_CHARACTERS), 1)
    for (let index = 0; index < count && client !== null; index++) {
      const part = encoded.slice(index * PART_CHARACTERS, (index + 1) * PART_CHARACTERS)
      const values = [channel, `${processId} ${textId} ${index} ${count} ${part}`]
      await queryByCallback(client, { text: 'SELECT pg_notify($1, $2)', values }).catch(() => undefined)
    }
  }

  return {
    send(text) {
      if (waiting >= WAITING_MAX) return
      waiting += 1
      sending = sending.then(() => sendParts(text)).finally(() => (waiting -= 1))
    },
    async close() {
      isClosed = true
      await client?.end().catch(() => undefined)
      await listening
    },
  }
}

/** Returns the function that joins the parts of each text. Parts of one sender arrive in their order. */
function createPartReader(ownProcessId: string, onText: (text: string) => void) {
  const incomplete = new Map<string, string>()
  return (notification: string): void => {
    const [, processId = '', textId = '', index, count, part = ''] = /^(\S+) (\S+) (\d+) (\d+) (.*)$/s.exec(notification) ?? []
    if (processId === '' || processId === ownProcessId) return
    const text = (incomplete.get(textId) ?? '') + part
    incomplete.delete(textId)
    if (Number(index) + 1 === Number(count)) return onText(Buffer.from(text, 'base64').toString())
    incomplete.set(textId, text)
    const [oldest] = incomplete.keys()
    if (incomplete.size > PARTS_MAX && oldest !== undefined) incomplete.delete(oldest)
  }
}
