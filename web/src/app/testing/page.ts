import 'fake-indexeddb/auto'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { accountsLive } from '../../features/accounts/accounts.live.ts'
import { chatQuery, loadedChat } from '../../features/messaging/chat.queries.ts'
import { messagingLive } from '../../features/messaging/messaging.live.ts'
import { membersQuery, threadQuery, threadsQuery } from '../../features/messaging/messaging.queries.ts'
import { membersEntity } from '../../features/messaging/messaging.entities.ts'
import { messagingStore } from '../../features/messaging/thread-store.ts'
import { threadOf, threadsOf, unreadPersonalOf } from '../../features/messaging/thread-views.ts'
import { isFinal, isGone, isWorthRetrying } from '../../platform/connection/http-errors.ts'
import { onEvent } from '../../platform/connection/live.ts'
import { startLive } from '../../platform/connection/live-connection.ts'
import { replyOf } from '../../platform/store/replies.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { socket } from '../../platform/connection/socket.ts'

/** Milliseconds until a failed or invalidated query is fetched again. Valid queries are never refetched by a timer. */
const RETRY_MS = 400

const UNKNOWN_THREAD_ID = '00000000-0000-4000-8000-000000000000'

type Content = ReturnType<typeof openContent>

/** Observes the messages and the members of a thread. `render` creates queries again that the cache has removed. */
function openContent(cache: QueryClient, id: string) {
  const [chat, members] = [new QueryObserver(cache, chatQuery(id)), new QueryObserver(cache, membersQuery(id))]
  const stops = [chat.subscribe(() => undefined), members.subscribe(() => undefined)]
  return {
    render: () => {
      chat.setOptions(chatQuery(id))
      members.setOptions(membersQuery(id))
    },
    close: () => stops.forEach((stop) => stop()),
  }
}

/**
 * Observes a thread, and its messages and members while the user may read it, as the screen of the thread does.
 * @returns the function that closes it
 */
function openThread(cache: QueryClient, id: string): () => void {
  let content: Content | null = null
  const close = () => {
    content?.close()
    content = null
  }
  const thread = new QueryObserver(cache, threadQuery(id))
  const update = ({ error }: { readonly error: Error | null }) => {
    if (isGone(error)) return close()
    if (content) content.render()
    else content = openContent(cache, id)
  }
  const stop = thread.subscribe(update)
  update(thread.getCurrentResult())
  return () => {
    stop()
    close()
  }
}

/**
 * Opens the parts of a page that need no screen: socket, store and event handlers. Call it once for each instance of
 * the modules. integration/src/web-page.ts declares the type.
 * @param database name of the database of entities; the tabs of a device share it
 */
export function openPage(database: string) {
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        networkMode: 'always',
        refetchInterval: ({ state }) =>
          (state.isInvalidated || state.status === 'error') && !isFinal(state.error) ? RETRY_MS : false,
      },
    },
  })
  startLive(cache, [accountsLive, messagingLive], { databaseName: database })
  const store = messagingStore(cache)

  /** Ids of the messages that this page has received, live or by catch-up. */
  const receivedIds = new Set<string>()
  onEvent('messages:new_message', ({ id }) => void receivedIds.add(id))
  let stopObservers: (() => void)[] = []

  return {
    /** Starts a new session of another user with an empty cache, or the session of a reloaded page. */
    signsIn(token: string, id: string) {
      socket.disconnect()
      for (const stop of stopObservers) stop()
      stopObservers = []
      cache.clear()
      receivedIds.clear()
      setAccessToken(token)
      setSessionUser(token, id)
      setCurrentUser({ id, isAdmin: false })
    },
    /** Opens the chats like screens, whether the user may read them or not. */
    watches(threadIds: readonly string[]) {
      stopObservers = [
        new QueryObserver(cache, threadsQuery('personal')).subscribe(() => undefined),
        new QueryObserver(cache, threadsQuery('group')).subscribe(() => undefined),
        ...threadIds.map((id) => openThread(cache, id)),
      ]
    },
    connects: () => void socket.connect(),
    goOffline: () => void socket.disconnect(),
    /** The browser kills the page. What was not written to disk is lost. */
    closes() {
      socket.disconnect()
      for (const stop of stopObservers) stop()
      cache.clear()
    },
    heard: (): ReadonlySet<string> => receivedIds,
    /** Resolves after all events that the server sent before have arrived. */
    settles: () =>
      socket.connected && socket.timeout(10_000).emitWithAck('messages:stopped_typing', { messageThreadId: UNKNOWN_THREAD_ID }),
    snapshot: () => ({
      personal: threadsOf(store, 'personal'),
      group: threadsOf(store, 'group'),
      unread: unreadPersonalOf(store),
    }),
    showsThread: (id: string) => ({
      thread: threadOf(store, id),
      chat: loadedChat(cache, id)?.items,
      members: replyOf(store, membersEntity, id),
    }),
  }
}
