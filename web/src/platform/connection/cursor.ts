import { CURSOR_SETTLE_MS } from '../tuning.ts'

/** Returns whether a cursor is ahead of another one. The server never returns to an earlier epoch of its journal. */
export function isFurther(cursor: string, than: string): boolean {
  const [epoch = '', xid = ''] = cursor.split('.')
  const [otherEpoch = '', otherXid = ''] = than.split('.')
  return epoch !== otherEpoch || BigInt(xid) > BigInt(otherXid)
}

/** Returns whether the database was restored between two cursors. */
export const isOtherEpoch = (cursor: string, other: string): boolean => cursor.split('.')[0] !== other.split('.')[0]

/**
 * The journal position up to which this tab has received all events. The disk stores it with the entities of that
 * position. The cursor of a single event counts only after a delay, because earlier events of other processes may still
 * arrive.
 */
export function createCursor() {
  let value: string | null = null
  let candidate: { cursor: string; at: number } | null = null

  const advance = (cursor: string) => {
    if (value === null || isFurther(cursor, value)) value = cursor
  }

  return {
    value: () => value,
    advance,
    /** Sets the cursor, also to an earlier position or, for another user, to none. */
    restart: (cursor: string | null) => {
      value = cursor
      candidate = null
    },
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
