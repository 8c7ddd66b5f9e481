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
    return null // not JSON: begin anew
  }
}

/**
 * How far this tab has surely heard everything. Another tab may be further: what it stores is only where the next tab
 * begins, which any earlier cursor is right for.
 * An event's own cursor counts only after a while, since events of other processes below it may still be on their way.
 */
export function createCursor() {
  let value = storedCursor()
  let candidate: { cursor: string; at: number } | null = null

  const reached = (cursor: string) => {
    if (value === null || BigInt(cursor) > BigInt(value)) restart(cursor)
  }
  /** Where the unit's log begins anew, maybe further back: its database was restored. Everything is asked for again from there. */
  const restart = (cursor: string) => {
    value = cursor
    writeStored(storageKeys.cursor, JSON.stringify({ cursor, at: Date.now() }))
  }

  return {
    value: () => value,
    reached,
    restart,
    heard(cursor: string) {
      const now = Date.now()
      if (candidate && now - candidate.at < CURSOR_SETTLE_MS) return
      if (candidate) reached(candidate.cursor)
      candidate = { cursor, at: now }
    },
    /** The connection broke: what was heard last may have had something missing below it. */
    lost() {
      candidate = null
    },
  }
}
