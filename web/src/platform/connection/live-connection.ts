import type { QueryClient } from '@tanstack/react-query'
import { EventMeta, eventRoutes } from '@noroshi/contract/events/events.http'
import { latestAlertTokens } from '../session/alert-tokens.ts'
import { createCursor, isFurther, isOtherEpoch } from './cursor.ts'
import { ApiError } from './http-errors.ts'
import { call } from './http.ts'
import { createReceiver, isLoadingFeature, type Live, reportMissedEvents } from './live.ts'
import { refetchStale } from './refetch-stale.ts'
import { accessToken, onAccessToken, onSessionUser, sessionUserId } from '../session/session.ts'
import { socket } from './socket.ts'
import type { EarlyRows } from '../store/early-rows.ts'
import { openEntityDatabase } from '../store/entity-database.ts'
import { ENTITY_DATABASE } from '../store/entity-schema.ts'
import type { StoreRead } from '../store/entity-store.ts'
import { personEntity } from '../store/known-people.ts'
import { createStoreDisk } from '../store/store-disk.ts'
import { setDisk, storeOf } from '../store/stores.ts'
import { withEarlyRows } from '../store/with-early-rows.ts'
import { RETRY_MS } from '../tuning.ts'

/**
 * Keeps the page equal to the database of the server: applies each event, and fetches missed events after each
 * (re)connection. Live events are applied during a catch-up too, so a missed event may be applied after a newer one.
 * Features therefore compare versions with everything applied before. Data without a version is corrected by the next
 * refetch.
 */
export function startLive(
  cache: QueryClient,
  lives: readonly Live[],
  { early, databaseName = ENTITY_DATABASE }: { early?: EarlyRows | undefined; databaseName?: string },
) {
  const receive = createReceiver(cache, lives)
  const cursor = createCursor()
  const store = storeOf(cache)
  const disk = createStoreDisk({
    store,
    database: withEarlyRows(openEntityDatabase(databaseName), early),
    cursor,
    isFurther,
    isApplied: () => !isLoadingFeature(),
    ownerId: sessionUserId,
  })
  setDisk(store, disk)
  const staleReplies = refetchStale(cache)
  /** Until the catch-up is complete, the cursor of a live event proves nothing about the missed ones. */
  let isCaughtUp = false

  /**
   * Applies the missed events. Returns null if the server refused, because the session or the alert token has expired.
   */
  const fetchMissed = async (since: string | null, alertToken?: string) => {
    try {
      const missed = await call(eventRoutes.since, { query: since === null ? {} : { since }, alertToken })
      for (const { name, payload, eventId } of missed.events) receive(name, payload, eventId, { isCatchUp: true })
      return missed
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null
      throw error
    }
  }

  const catchUp = async (): Promise<void> => {
    const since = cursor.value()
    const read = store.beginRead()
    const connection = socket.id
    // Each alert token gives access to its own alert only, so each needs its own request; the session covers everything
    // else.
    const tokens = [...(accessToken() === null ? [] : [undefined]), ...latestAlertTokens()]
    const replies = []
    for (const token of tokens) replies.push(await fetchMissed(since, token))

    const [first, ...others] = replies.filter((reply) => reply !== null)
    if (!first) return // an anonymous visitor: the screen shows no private data
    // The rows of the disk were restored meanwhile, and the events since their cursor are missing.
    if (cursor.value() !== since) return catchUp()
    const isComplete = !disk.hasUndatedRows() && [first, ...others].every(({ complete }) => complete)
    if (isComplete) cursor.advance(first.cursor)
    else await restartJournal(since, first.cursor, read)
    isCaughtUp = socket.id === connection
    disk.changed()
    const isContinued = since !== null && isComplete
    // The reads that failed without the connection are repeated at once, the others only if the journal has a gap.
    const refetched = cache.invalidateQueries(isContinued ? { predicate: ({ state }) => state.status === 'error' } : {})
    // The refetch has begun, which cancels earlier reads.
    if (since !== null && !isComplete) reportMissedEvents()
    await refetched
  }

  /**
   * The journal does not reach back to `since`, the stored rows have no cursor, or the database was restored and its
   * versions restarted.
   */
  const restartJournal = async (since: string | null, next: string, read: StoreRead) => {
    const isRestored = since !== null && isOtherEpoch(since, next)
    if (isRestored) store.clear()
    // Views prefer known names to the names in replies, and names may have changed in the gap.
    read.forgetMissing(personEntity, store.ids(personEntity), new Set())
    store.startEra()
    await disk.drop(isRestored ? 'all' : 'lists')
    cursor.restart(next)
  }

  const catchUpUntilDone = async () => {
    try {
      await catchUp()
    } catch {
      setTimeout(() => socket.connected && void catchUpUntilDone(), RETRY_MS) // the server is unreachable: retry soon
    }
  }

  socket.onAny((name: string, payload: unknown, meta: unknown) => {
    // Live sound: fifty packets a second that only their receiver reads, and whose ids would displace the ids of
    // events.
    if (payload instanceof ArrayBuffer) return
    const { data } = EventMeta.safeParse(meta)
    if (!data) return
    receive(name, payload, data.eventId, { isCatchUp: false })
    staleReplies.eventApplied()
    if (data.cursor !== null && isCaughtUp) cursor.noteEvent(data.cursor)
    disk.changed()
  })
  if (accessToken() === null) void disk.clear() // the deletion of an earlier page may have failed
  else disk.claim()
  socket.on('connect', () => void disk.ready().then(catchUpUntilDone))
  socket.on('disconnect', () => {
    isCaughtUp = false
    cursor.disconnected()
  })
  let hadSession = accessToken() !== null
  onAccessToken(() => {
    const hasSession = accessToken() !== null
    if (!hasSession) void disk.clear()
    else {
      if (!hadSession) store.clear() // the data that a visitor has read is only in memory and is dropped at the login
      disk.claim()
    }
    hadSession = hasSession
  })
  onSessionUser(disk.claim)
  globalThis.document?.addEventListener('visibilitychange', () => void disk.flush())
  globalThis.window?.addEventListener('pagehide', () => void disk.flush())
}
