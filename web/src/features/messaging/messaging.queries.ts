import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { type ChatWindow, withNewer, withNewest, withOlder } from './chat-window.ts'

export type ThreadKind = 'personal' | 'group'

export const threadsQuery = (kind: ThreadKind) =>
  queryOptions({
    queryKey: ['messages', 'threads', kind] as const,
    queryFn: () => call(kind === 'personal' ? threadRoutes.personal : threadRoutes.groups),
  })

/** 404 is an answer: the thread is not there for this reader. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof ApiError && [400, 401, 403, 404].includes(error.status))

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'thread', id] as const,
    queryFn: () => call(threadRoutes.get, { params: { id } }),
    retry: isWorthRetrying,
  })

/** Which personal threads hold something unread: what the badge counts. */
export const unreadPersonalQuery = queryOptions({
  queryKey: ['messages', 'unreadPersonal'] as const,
  queryFn: () => call(threadRoutes.unreadPersonal),
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

// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null

export const messageSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'search', text] as const,
    queryFn: ({ pageParam, signal }) =>
      call(messageRoutes.search, { query: { text, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    refetchInterval: false,
  })

const page = async (id: string, query: { before?: number; after?: number; limit?: number }) => {
  const { items, nextCursor } = await call(messageRoutes.list, { params: { id }, query: { limit: PAGE_SIZE, ...query } })
  return { items, hasMore: nextCursor !== null }
}

async function newestOf(id: string): Promise<ChatWindow> {
  const { items, hasMore } = await page(id, {})
  return { items, hasOlder: hasMore, hasNewer: false }
}

/** Messages above the place where a thread is opened, so that it is seen what they answer to. */
const ABOVE = 20

async function around(id: string, seq: number): Promise<ChatWindow> {
  const [above, below] = await Promise.all([page(id, { before: seq, limit: ABOVE }), page(id, { after: seq - 1 })])
  return { items: [...above.items, ...below.items], hasOlder: above.hasMore, hasNewer: below.hasMore }
}

/** A thread's messages: at first its newest, afterwards what the reader has scrolled to. Events keep it as it is on the unit. */
export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'chat', id] as const,
    queryFn: async ({ client }): Promise<ChatWindow> => {
      const newest = await newestOf(id)
      // Read after the answer: what was announced or scrolled to meanwhile stays.
      return withNewest(client.getQueryData(chatKey(id)), newest)
    },
    retry: isWorthRetrying,
  })

const chatKey = (id: string) => ['messages', 'chat', id] as const

/** Opens a thread at a place in it instead of at its end. */
export async function openAround(cache: QueryClient, id: string, seq: number) {
  await cache.cancelQueries({ queryKey: chatKey(id) })
  cache.setQueryData<ChatWindow>(chatKey(id), await around(id, seq))
}

export async function openNewest(cache: QueryClient, id: string) {
  await cache.cancelQueries({ queryKey: chatKey(id) })
  const newest = await newestOf(id)
  cache.setQueryData<ChatWindow>(chatKey(id), newest)
}

/** A page belongs to the end that it was asked for at; where the thread was opened elsewhere meanwhile, it would leave a gap. */
export async function loadOlder(cache: QueryClient, id: string) {
  const oldest = cache.getQueryData<ChatWindow>(chatKey(id))?.items[0]
  if (!oldest) return
  const { items, hasMore } = await page(id, { before: oldest.seq })
  cache.setQueryData<ChatWindow>(chatKey(id), (held) =>
    held?.items[0]?.id === oldest.id ? withOlder(held, items, hasMore) : held,
  )
}

export async function loadNewer(cache: QueryClient, id: string) {
  const newest = cache.getQueryData<ChatWindow>(chatKey(id))?.items.at(-1)
  if (!newest) return
  const { items, hasMore } = await page(id, { after: newest.seq })
  cache.setQueryData<ChatWindow>(chatKey(id), (held) =>
    held?.items.at(-1)?.id === newest.id ? withNewer(held, items, hasMore) : held,
  )
}
