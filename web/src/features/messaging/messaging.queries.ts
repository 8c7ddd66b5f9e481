import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { alertToken } from '../../platform/alert-tokens.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import type { ChatRef } from './chat-ref.ts'
import { type ChatWindow, withNewer, withNewest, withOlder } from './chat-window.ts'

export type ThreadKind = 'personal' | 'group'

export const threadsQuery = (kind: ThreadKind) =>
  queryOptions({
    queryKey: ['messages', 'threads', kind] as const,
    queryFn: () => call(kind === 'personal' ? threadRoutes.personal : threadRoutes.groups),
  })

/** Retries once, except errors that a retry does not change: 404 means that the thread does not exist for this user. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status))

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'thread', id] as const,
    queryFn: () => call(threadRoutes.get, { params: { id } }),
    retry: isWorthRetrying,
  })

/** Personal threads with unread messages, for the badge. */
export const unreadPersonalQuery = queryOptions({
  queryKey: ['messages', 'unreadPersonal'] as const,
  queryFn: () => call(threadRoutes.unreadPersonal),
})

/** The threads that are read aloud on this device. */
export const readAloudQuery = queryOptions({
  queryKey: ['messages', 'readAloud'] as const,
  queryFn: () => call(messageRoutes.speechState),
})

export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'group', id] as const,
    queryFn: () => call(threadRoutes.group, { params: { id } }),
    retry: isWorthRetrying,
  })

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'members', id] as const,
    queryFn: () => call(threadRoutes.members, { params: { id } }),
    retry: isWorthRetrying,
  })

export const myMembershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'myMembership', id] as const,
    queryFn: () => call(threadRoutes.myMembership, { params: { id } }),
    retry: isWorthRetrying,
  })

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

export const messageSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'search', text] as const,
    queryFn: ({ pageParam, signal }) =>
      call(messageRoutes.search, { query: { text, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    refetchInterval: false,
  })

/** The chat of an alert has a route of its own, which the alert's token opens. */
async function fetchPage({ threadId, alertId }: ChatRef, position: { before?: number; after?: number; limit?: number }) {
  const query = { limit: PAGE_SIZE, ...position }
  const { items, nextCursor } = await (alertId === null
    ? call(messageRoutes.list, { params: { id: threadId }, query })
    : call(alertRoutes.messages, { params: { id: alertId }, query, alertToken: alertToken(alertId) }))
  return { items, hasMore: nextCursor !== null }
}

async function newestWindow(chat: ChatRef): Promise<ChatWindow> {
  const { items, hasMore } = await fetchPage(chat, {})
  return { items, hasOlder: hasMore, hasNewer: false }
}

/** Messages that are loaded above the one at which a thread opens, as context. */
const CONTEXT_MESSAGES = 20

async function windowAround(chat: ChatRef, seq: number): Promise<ChatWindow> {
  const [above, below] = await Promise.all([
    fetchPage(chat, { before: seq, limit: CONTEXT_MESSAGES }),
    fetchPage(chat, { after: seq - 1 }),
  ])
  return { items: [...above.items, ...below.items], hasOlder: above.hasMore, hasNewer: below.hasMore }
}

const chatKey = (threadId: string) => ['messages', 'chat', threadId] as const

/** The loaded messages of a thread: first the newest page, then all that the user scrolls to. Events keep them up to date. */
export const chatQuery = (threadId: string, alertId: string | null = null) =>
  queryOptions({
    queryKey: chatKey(threadId),
    queryFn: async ({ client }): Promise<ChatWindow> => {
      const newest = await newestWindow({ threadId, alertId })
      // Read the cache after the reply: events and scrolling may have added messages meanwhile.
      return withNewest(client.getQueryData(chatKey(threadId)), newest)
    },
    retry: isWorthRetrying,
  })

/** Loads the messages around `seq` instead of the newest. */
export async function loadAround(cache: QueryClient, chat: ChatRef, seq: number) {
  await cache.cancelQueries({ queryKey: chatKey(chat.threadId) })
  cache.setQueryData<ChatWindow>(chatKey(chat.threadId), await windowAround(chat, seq))
}

export async function loadNewest(cache: QueryClient, chat: ChatRef) {
  await cache.cancelQueries({ queryKey: chatKey(chat.threadId) })
  const newest = await newestWindow(chat)
  cache.setQueryData<ChatWindow>(chatKey(chat.threadId), newest)
}

/** Loads the next older page. Drops the page if the thread was meanwhile opened elsewhere: it would leave a gap. */
export async function loadOlder(cache: QueryClient, chat: ChatRef) {
  const oldest = cache.getQueryData<ChatWindow>(chatKey(chat.threadId))?.items[0]
  if (!oldest) return
  const { items, hasMore } = await fetchPage(chat, { before: oldest.seq })
  cache.setQueryData<ChatWindow>(chatKey(chat.threadId), (loaded) =>
    loaded?.items[0]?.id === oldest.id ? withOlder(loaded, items, hasMore) : loaded,
  )
}

export async function loadNewer(cache: QueryClient, chat: ChatRef) {
  const newest = cache.getQueryData<ChatWindow>(chatKey(chat.threadId))?.items.at(-1)
  if (!newest) return
  const { items, hasMore } = await fetchPage(chat, { after: newest.seq })
  cache.setQueryData<ChatWindow>(chatKey(chat.threadId), (loaded) =>
    loaded?.items.at(-1)?.id === newest.id ? withNewer(loaded, items, hasMore) : loaded,
  )
}
