import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { alertToken } from '../../platform/session/alert-tokens.ts'
import { OfflineError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { diskOf } from '../../platform/store/stores.ts'
import { useStore } from '../../platform/store/use-store.ts'
import type { ChatRef } from './chat-ref.ts'
import { type ChatRange, chatWindow, runBefore, withNewest, withNewer, withOlder } from './chat-window.ts'
import { messageEntity, messagingEntities, quotedEntity, removedEntity } from './messaging.entities.ts'
import { messagingStore, putMessage } from './thread-store.ts'
import { WINDOW_MAX } from './window-max.ts'

/** Number of messages that are loaded before the message at which a thread opens, as context. */
const CONTEXT_MESSAGES = 20

interface MessagePage {
  readonly items: readonly Message[]
  readonly hasMore: boolean
}

/** Fetches messages into the store. The chat of an alert has a separate route, which accepts the alert's token. */
async function fetchPage(
  cache: QueryClient,
  { threadId, alertId }: ChatRef,
  position: { before?: number; after?: number; limit?: number },
): Promise<MessagePage> {
  const query = { limit: PAGE_SIZE, ...position }
  const { items, nextCursor } = await (alertId === null
    ? call(messageRoutes.list, { params: { id: threadId }, query })
    : call(alertRoutes.messages, { params: { id: alertId }, query, alertToken: alertToken(alertId) }))
  const store = messagingStore(cache)
  for (const message of items) putMessage(store, message, true)
  return { items, hasMore: nextCursor !== null }
}

async function newestRange(cache: QueryClient, chat: ChatRef): Promise<ChatRange> {
  const era = messagingStore(cache).era()
  const { items, hasMore } = await fetchPage(cache, chat, {})
  return { from: items[0]?.seq ?? 1, to: null, hasOlder: hasMore, era }
}

async function rangeAround(cache: QueryClient, chat: ChatRef, seq: number): Promise<ChatRange> {
  const era = messagingStore(cache).era()
  const [above, below] = await Promise.all([
    fetchPage(cache, chat, { before: seq, limit: CONTEXT_MESSAGES }),
    fetchPage(cache, chat, { after: seq - 1 }),
  ])
  const items = [...above.items, ...below.items]
  return { from: items[0]?.seq ?? 1, to: below.hasMore ? (items.at(-1)?.seq ?? 1) : null, hasOlder: above.hasMore, era }
}

const chatKey = (threadId: string) => ['messages', 'chat', threadId] as const

/** Returns the range of the newest messages that this device has stored; null if it has none. */
async function storedRange(cache: QueryClient, { threadId }: ChatRef): Promise<ChatRange | null> {
  const store = messagingStore(cache)
  const era = store.era()
  const disk = diskOf(store)
  const [last = null] = await Promise.all([
    disk?.restoreNewest(messageEntity, threadId, WINDOW_MAX),
    disk?.restoreNewest(quotedEntity, threadId, WINDOW_MAX),
  ])
  if (last === null) return null
  const from = runBefore(store.list(messageEntity, threadId), last + 1)
  // Null if the session or the thread has ended meanwhile.
  return from > last ? null : { from, to: null, hasOlder: from > 1, era }
}

/** Shows the messages on disk, if none are shown yet. */
async function showStored(cache: QueryClient, chat: ChatRef): Promise<void> {
  const isShown = () => cache.getQueryData<ChatRange>(chatKey(chat.threadId)) !== undefined
  if (isShown()) return
  const stored = await storedRange(cache, chat)
  if (stored && !isShown()) cache.setQueryData<ChatRange>(chatKey(chat.threadId), stored)
}

/** Reads the messages of a thread from disk while its screen is still loading. */
export const readStoredChat = (threadId: string): void =>
  changeCache((cache) => void showStored(cache, { threadId, alertId: null }))

/**
 * The shown range of a thread: first the messages on disk, then the newest page, then all messages that the user
 * scrolls to. {@link useChat} returns the messages.
 */
export const chatQuery = (threadId: string, alertId: string | null = null) =>
  queryOptions({
    queryKey: chatKey(threadId),
    queryFn: async ({ client }): Promise<ChatRange> => {
      const chat = { threadId, alertId }
      const stored = showStored(client, chat)
      const newest = await newestRange(client, chat).catch(async (error: unknown) => {
        await stored // the screen shows an error only if nothing is stored
        throw error
      })
      const store = messagingStore(client)
      trimDisk(client, threadId)
      // The cache is read after the reply, because scrolling may have moved the range meanwhile.
      return withNewest(store.list(messageEntity, threadId), client.getQueryData<ChatRange>(chatKey(threadId)), newest)
    },
    meta: { keepsEvents: true },
  })

/** Keeps the newest messages of a thread on disk. */
function trimDisk(cache: QueryClient, threadId: string) {
  const store = messagingStore(cache)
  const last = store.list(messageEntity, threadId).at(-1)
  if (last && last.order > WINDOW_MAX) void diskOf(store)?.trim(messageEntity, threadId, last.order - WINDOW_MAX + 1)
}

/** Returns the shown messages of a thread; undefined until some are known. */
export function useChat(threadId: string, alertId: string | null, isEnabled = true) {
  const { data: range, error, refetch } = useQuery({ ...chatQuery(threadId, alertId), enabled: isEnabled })
  const chat = useStore(
    messagingEntities,
    `${messageEntity.name}/${threadId} ${removedEntity.name}`,
    (store) => range && chatWindow(store, threadId, range),
  )
  return { chat, error, refetch }
}

/** Returns the loaded messages of a thread. */
export function loadedChat(cache: QueryClient, threadId: string) {
  const range = cache.getQueryData<ChatRange>(chatKey(threadId))
  return range && chatWindow(messagingStore(cache), threadId, range)
}

async function showRange(cache: QueryClient, chat: ChatRef, load: Promise<ChatRange>) {
  await cache.cancelQueries({ queryKey: chatKey(chat.threadId) })
  cache.setQueryData<ChatRange>(chatKey(chat.threadId), await load)
}

/** Loads the messages around `seq` instead of the newest ones. */
export const loadAround = (cache: QueryClient, chat: ChatRef, seq: number) =>
  showRange(cache, chat, rangeAround(cache, chat, seq))

/** Loads the newest messages instead of the shown ones: from the server, or from disk while it cannot be reached. */
export function loadNewest(cache: QueryClient, chat: ChatRef) {
  const read = async () => {
    try {
      return await newestRange(cache, chat)
    } catch (error) {
      const stored = error instanceof OfflineError ? await storedRange(cache, chat) : null
      if (!stored) throw error
      return stored
    }
  }
  return showRange(cache, chat, read())
}

/**
 * Loads the next older messages from disk, otherwise from the server. They are dropped if another range was opened
 * meanwhile.
 */
export async function loadOlder(cache: QueryClient, chat: ChatRef) {
  const oldest = loadedChat(cache, chat.threadId)?.items[0]
  if (!oldest) return
  const from = await storedBefore(cache, chat, oldest.seq)
  const page = from === null ? await fetchPage(cache, chat, { before: oldest.seq }) : null
  const first = from ?? page?.items[0]?.seq ?? oldest.seq
  const hasOlder = page?.hasMore ?? first > 1
  changeRange(cache, chat, (range, window) =>
    window.items[0]?.id === oldest.id
      ? withOlder(messagingStore(cache).list(messageEntity, chat.threadId), { ...range, hasOlder }, first)
      : range,
  )
}

/**
 * Returns the seq of the first message of a contiguous page before `seq` on disk; null if the disk has no such page.
 */
async function storedBefore(cache: QueryClient, { threadId }: ChatRef, seq: number): Promise<number | null> {
  const store = messagingStore(cache)
  if (!(await diskOf(store)?.restoreBetween(messageEntity, threadId, seq - PAGE_SIZE, seq - 1))) return null
  const first = Math.max(runBefore(store.list(messageEntity, threadId), seq), seq - PAGE_SIZE)
  return first < seq && (first === 1 || first === seq - PAGE_SIZE) ? first : null
}

/** Loads the next newer messages. They are dropped if another range was opened meanwhile. */
export async function loadNewer(cache: QueryClient, chat: ChatRef) {
  const newest = loadedChat(cache, chat.threadId)?.items.at(-1)
  if (!newest) return
  const { items, hasMore } = await fetchPage(cache, chat, { after: newest.seq })
  const last = items.at(-1)?.seq ?? newest.seq
  changeRange(cache, chat, (range, window) =>
    window.items.at(-1)?.id === newest.id
      ? withNewer(messagingStore(cache).list(messageEntity, chat.threadId), range, hasMore ? last : null)
      : range,
  )
}

function changeRange(
  cache: QueryClient,
  { threadId }: ChatRef,
  change: (range: ChatRange, window: ReturnType<typeof chatWindow>) => ChatRange,
) {
  cache.setQueryData<ChatRange>(
    chatKey(threadId),
    (range) => range && change(range, chatWindow(messagingStore(cache), threadId, range)),
  )
}
