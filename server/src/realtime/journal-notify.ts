import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { queryByCallback } from '#/db/pool.ts'

/** Wakes the journal readers of the other processes. A lost wake-up delays their events by one poll at most. */
export interface JournalNotifier {
  notify(): void
  close(): Promise<void>
}

const CHANNEL = 'noroshi_journal'
const RECONNECT_DELAY_MS = 200
const CONNECT_TIMEOUT_MS = 3000

/**
 * Uses LISTEN and NOTIFY of PostgreSQL. NOTIFY runs after the commit on a separate connection: within the transaction it would
 * take a lock that serialises all commits.
 * @param onNotify called when another process has committed something
 */
export function createJournalNotifier(url: string, onNotify: () => void): JournalNotifier {
  const processId = randomUUID()
  let client: pg.Client | null = null
  let isClosed = false

  const listen = async (): Promise<void> => {
    while (!isClosed) {
      const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true })
      const ended = new Promise<void>((resolve) => next.once('end', resolve).on('error', () => resolve()))
      next.on('notification', ({ payload }) => {
        if (payload !== processId) onNotify()
      })
      try {
        await next.connect()
        await queryByCallback(next, { text: `LISTEN ${CHANNEL}` })
        client = next
        onNotify()
        if (!isClosed) await ended // close() during the connection attempt found no client to end
      } catch {
        // PostgreSQL is unavailable: the readers poll, and the loop reconnects.
      }
      client = null
      await next.end().catch(() => undefined)
      if (!isClosed) await sleep(RECONNECT_DELAY_MS, undefined, { ref: false })
    }
  }
  const listening = listen()

  let isSending = false
  let isRequested = false
  const send = async (): Promise<void> => {
    isSending = true
    while (isRequested && client !== null) {
      isRequested = false
      await queryByCallback(client, { text: `NOTIFY ${CHANNEL}, '${processId}'` }).catch(() => undefined)
    }
    isSending = false
  }

  return {
    notify() {
      isRequested = true
      if (!isSending) void send()
    },
    async close() {
      isClosed = true
      await client?.end().catch(() => undefined)
      await listening
    },
  }
}
