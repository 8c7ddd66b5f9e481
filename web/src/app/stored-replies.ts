import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { OfflineError } from '../platform/connection/http-errors.ts'
import { onAccessToken } from '../platform/session/session.ts'
import { diskOf, storeOf } from '../platform/store/stores.ts'
import type { StoredReply } from '../platform/store/entity-schema.ts'
import { isStoredKey } from '../platform/store/stored-key.ts'

/** Milliseconds for which replies are collected into one write. */
const WRITE_DELAY_MS = 250

/** Max age in milliseconds of a reply that is written. A reply from disk is older. */
const FRESH_MS = 1_000
/** Milliseconds after which a stored reply is shown while the server has not answered. */
const REPLY_WAIT_MS = 2_000

type Action = Extract<QueryCacheNotifyEvent, { type: 'updated' }>['action']
const isFailure = (action: Action) => action.type === 'error' || action.type === 'failed'

/**
 * Stores the complete replies that no entity owns (`storedKey`), and shows them when the server cannot be reached (decisions/0122).
 * A shown reply stays marked as stale and is refetched with the connection. `meta.storedForMs`: milliseconds after which the
 * replies of a query are deleted.
 */
export function keepReplies(cache: QueryClient) {
  const disk = () => diskOf(storeOf(cache))
  let collected = new Map<string, StoredReply>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (collected.size === 0) return
    const replies = [...collected.values()]
    collected = new Map()
    void disk()?.writeReplies(replies)
  }

  const show = async (query: Query) => {
    const reply = await disk()?.replyOf(query.queryHash)
    const isExpired = reply?.until !== undefined && reply.until <= Date.now()
    if (reply && !isExpired && query.state.data === undefined) query.setData(reply.data, { updatedAt: reply.at, manual: true })
  }

  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isStoredKey(event.query.queryKey)) return
    const { query, action } = event
    const { dataUpdatedAt } = query.state
    const data: unknown = query.state.data
    if (data === undefined && action.type === 'fetch') setTimeout(() => void show(query), REPLY_WAIT_MS)
    if (data === undefined && isFailure(action) && action.error instanceof OfflineError) void show(query)
    // A reply from disk is not rewritten.
    if (action.type !== 'success' || dataUpdatedAt < Date.now() - FRESH_MS) return
    const keptMs = query.meta?.['storedForMs']
    const until = typeof keptMs === 'number' ? { until: dataUpdatedAt + keptMs } : {}
    collected.set(query.queryHash, { key: query.queryHash, data, at: dataUpdatedAt, ...until })
    timer ??= setTimeout(write, WRITE_DELAY_MS)
  })
  // A reply belongs to the user who has read it.
  onAccessToken(() => collected.clear())
  // The page may be closing.
  document.addEventListener('visibilitychange', write)
  window.addEventListener('pagehide', write)
}
