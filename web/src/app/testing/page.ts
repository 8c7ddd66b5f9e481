import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { accountsLive } from '../../features/accounts/accounts.live.ts'
import { messagingLive } from '../../features/messaging/messaging.live.ts'
import {
  chatQuery,
  membersQuery,
  threadQuery,
  threadsQuery,
  unreadPersonalQuery,
} from '../../features/messaging/messaging.queries.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { onEvent } from '../../platform/live.ts'
import { startLive } from '../../platform/live-connection.ts'
import { setCurrentUser } from '../../platform/current-user.ts'
import { setAccessToken } from '../../platform/session.ts'
import { socket } from '../../platform/socket.ts'

/** Milliseconds until a failed or invalidated query is fetched again. Valid queries are never refetched by a timer. */
const RETRY_MS = 400

const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !isFinal(error),
      networkMode: 'always',
      refetchInterval: ({ state }) =>
        (state.isInvalidated || state.status === 'error') && !isFinal(state.error) ? RETRY_MS : false,
    },
  },
})
startLive(cache, [accountsLive, messagingLive])

/** Ids of the messages that this page has received, live or by catch-up. */
const receivedIds = new Set<string>()
onEvent('messages:new_message', ({ id }) => void receivedIds.add(id))

let stopObservers: (() => void)[] = []

/** Observes the chats of the user as an open screen does, whether the user may read them or not. */
function observeChats(threadIds: readonly string[]) {
  const observers = [
    new QueryObserver(cache, threadsQuery('personal')).subscribe(() => undefined),
    new QueryObserver(cache, threadsQuery('group')).subscribe(() => undefined),
    new QueryObserver(cache, unreadPersonalQuery).subscribe(() => undefined),
    ...threadIds.flatMap((id) => [
      new QueryObserver(cache, threadQuery(id)).subscribe(() => undefined),
      new QueryObserver(cache, chatQuery(id)).subscribe(() => undefined),
      new QueryObserver(cache, membersQuery(id)).subscribe(() => undefined),
    ]),
  ]
  stopObservers.push(...observers)
}

/**
 * The parts of a page that need no screen: its socket, its cache and its event handlers. server/src/testing/web-page.ts declares
 * the type.
 */
export const page = {
  /** Starts a new session of another user with an empty cache. */
  signsIn(token: string, id: string) {
    page.goOffline()
    for (const stop of stopObservers) stop()
    stopObservers = []
    cache.clear()
    receivedIds.clear()
    setAccessToken(token)
    setCurrentUser({ id, isAdmin: false })
  },
  watches: observeChats,
  connects: () => void socket.connect(),
  goOffline: () => void socket.disconnect(),
  heard: (): ReadonlySet<string> => receivedIds,
  /** Resolves after all events that the server sent before have arrived. */
  settles: () =>
    socket.connected && socket.timeout(10_000).emitWithAck('messages:stopped_typing', { messageThreadId: UNKNOWN_THREAD_ID }),
  snapshot: () => ({
    personal: cache.getQueryData(threadsQuery('personal').queryKey)?.items,
    group: cache.getQueryData(threadsQuery('group').queryKey)?.items,
    unread: cache.getQueryData(unreadPersonalQuery.queryKey),
  }),
  showsThread: (id: string) => ({
    thread: cache.getQueryData(threadQuery(id).queryKey),
    chat: cache.getQueryData(chatQuery(id).queryKey)?.items,
    members: cache.getQueryData(membersQuery(id).queryKey)?.items,
  }),
}

const UNKNOWN_THREAD_ID = '00000000-0000-4000-8000-000000000000'
