import { expect, vi } from 'vitest'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import type { Caller, Sent } from './caller.ts'

/** Milliseconds for which a transaction of another database may delay the newest cursor. */
const HELD_BACK_WITHIN = 15_000

/**
 * Returns a cursor after which the caller has no events so far. The newest cursor may be lower, since a transaction of any database
 * of this PostgreSQL delays it, also one of an automatic ANALYZE.
 */
export const cursorAfterAll = (caller: Caller, sent: Sent = {}): Promise<string> =>
  vi.waitFor(async () => {
    const { cursor } = await caller.fetch(eventRoutes.since, sent)
    const missed = await caller.fetch(eventRoutes.since, { ...sent, query: { since: cursor } })
    expect(missed).toMatchObject({ events: [], complete: true })
    return cursor
  }, HELD_BACK_WITHIN)
