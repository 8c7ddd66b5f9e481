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
import { setReader } from '../../platform/reader.ts'
import { setAccessToken } from '../../platform/session.ts'
import { socket } from '../../platform/socket.ts'

/** Milliseconds until what failed to load is asked for again. What the page believes to be right is never asked for by the clock. */
const AGAIN_MS = 400

const isAbsent = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !isAbsent(error),
      networkMode: 'always',
      refetchInterval: ({ state }) =>
        (state.isInvalidated || state.status === 'error') && !isAbsent(state.error) ? AGAIN_MS : false,
    },
  },
})
startLive(cache, [accountsLive, messagingLive])

/** Messages that came to this page, live or after an absence, by their ids. */
const heard = new Set<string>()
onEvent('messages:new_message', ({ id }) => void heard.add(id))

let watched: (() => void)[] = []

/** Keeps the chats of this person on the screen, whether they may read them or not. */
function watches(threadIds: readonly string[]) {
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
  watched.push(...observers)
}

/** What of a page needs no screen: its socket, its cache, and every change that an announced event makes of it. */
export const page = {
  /** Somebody else sits down here. */
  signsIn(token: string, id: string) {
    page.loses()
    for (const stop of watched) stop()
    watched = []
    cache.clear()
    heard.clear()
    setAccessToken(token)
    setReader({ id, isAdmin: false })
  },
  watches,
  connects: () => void socket.connect(),
  loses: () => void socket.disconnect(),
  heard: (): ReadonlySet<string> => heard,
  /** Everything that was sent to this page before has arrived when this returns. */
  settles: () => socket.connected && socket.timeout(10_000).emitWithAck('messages:stopped_typing', { messageThreadId: NOWHERE }),
  shows: () => ({
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

const NOWHERE = '00000000-0000-4000-8000-000000000000'
