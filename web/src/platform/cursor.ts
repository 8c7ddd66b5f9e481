import { z } from 'zod'
import { Cursor } from '@noroshi/contract/events/events.http'
import { readStored, storageKeys, writeStored } from './storage.ts'
import { CURSOR_KEEP_MS, CURSOR_SETTLE_MS } from './tuning.ts'

const Stored = z.object({ cursor: Cursor, at: z.number() })

function storedCursor(): string | null {
  try {
    const { data } = Stored.safeParse(JSON.parse(readStored(storageKeys.cursor) ?? 'null'))
    return data && Date.now() - data.at < CURSOR_KEEP_MS ? data.cursor : null
  } catch {
    return null // not JSON: start without a cursor
  }
}

/** Returns whether a cursor is ahead of another one. The server never returns to an earlier epoch of its journal. */
function isFurther(cursor: string, than: string): boolean {
  const [epoch = '', xid = ''] = cursor.split('.')
  const [otherEpoch = '', otherXid = ''] = than.split('.')
  return epoch !== otherEpoch || BigInt(xid) > BigInt(otherXid)
}

/**
 * Keeps the journal position up to which this tab has received all events. Another tab may be ahead. The stored cursor is only
 * the start of the next tab, and each earlier cursor is correct for that.
 * The cursor of a single event counts only after a delay, because earlier events of other processes may still arrive.
 */
export function createCursor() {
  let value = storedCursor()
  let candidate: { cursor: string; at: number } | null = null

  const advance = (cursor: string) => {
    if (value === null || isFurther(cursor, value)) restart(cursor)
  }
  /**
   * Sets the cursor, also to an earlier position: a restored database starts a new journal, and everything is refetched from
   * there.
   */
  const restart = (cursor: string) => {
    value = cursor
    writeStored(storageKeys.cursor, JSON.stringify({ cursor, at: Date.now() }))
  }

  return {
    value: () => value,
    advance,
    restart,
    noteEvent(cursor: string) {
      const now = Date.now()
      if (candidate && now - candidate.at < CURSOR_SETTLE_MS) return
      if (candidate) advance(candidate.cursor)
      candidate = { cursor, at: now }
    },
    /** The connection was lost. Events before the last received one may be missing, so its cursor does not count. */
    disconnected() {
      candidate = null
    },
  }
}
