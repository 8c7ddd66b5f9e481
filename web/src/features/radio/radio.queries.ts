import { infiniteQueryOptions, type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { isGone } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { type ListPage, readPage, unlessPending } from '../../platform/store/coverage.ts'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { whenRestored } from '../../platform/store/stores.ts'
import { useStore } from '../../platform/store/use-store.ts'
import {
  floorEntity,
  historyCoverage,
  positionOf,
  radioChatEntity,
  radioEntities,
  radioListingEntity,
  radioMessageEntity,
  radioRowTypes,
  seqOf,
} from './radio.entities.ts'
import {
  forgetRadio,
  radioStore,
  receiveFloor,
  receiveRadioRemoval,
  receiveRadioWatermarks,
  receiveRepliedChat,
  receiveRepliedMessage,
} from './radio-store.ts'
import { historyOf, liveOf, messagesOf, radioThreadsOf, type ThreadOf } from './radio-views.ts'

/** Runs a read of a thread. If the server refuses it, the user has lost the thread, and its radio is dropped. */
async function readThread<Result>(store: EntityStore, threadId: string, work: () => Promise<Result>): Promise<Result> {
  const read = store.beginRead()
  try {
    return await work()
  } catch (error) {
    if (isGone(error)) forgetRadio(store, read, (id) => id === threadId)
    throw error
  }
}

/** The threads of messaging. The radio does not import them, because features do not import each other. */
export interface ThreadPort {
  /** Adds a thread from a reply to the store. */
  readonly receive: (cache: QueryClient, thread: MessageThread) => void
  readonly threadOf: ThreadOf
  /** The keys of the store with which a thread changes, joined by a space. */
  readonly keys: string
}

/** Milliseconds between two requests of a page that shows an alert: its readers get no events of the channel before they join. */
const ALERT_RADIO_EVERY_MS = 15_000

/** Whether the radio chat of an alert runs, and how many users are in it. */
export const alertRadioQuery = (alertId: string) =>
  queryOptions({
    queryKey: ['radio', 'alert', alertId] as const,
    queryFn: () => call(radioRoutes.alert, { params: { id: alertId } }),
    staleTime: 0,
    refetchInterval: ALERT_RADIO_EVERY_MS,
  })

export const RADIO_THREADS_KEY = ['radio', 'threads'] as const

/** Fetches the threads with a radio chat into the store. {@link useRadioThreads} returns them. */
export const radioThreadsQuery = (threads: Pick<ThreadPort, 'receive'>) =>
  queryOptions({
    queryKey: RADIO_THREADS_KEY,
    queryFn: async ({ client }) => {
      const store = radioStore(client)
      const read = store.beginRead()
      const { items } = await call(radioRoutes.threads)
      await whenRestored(store)
      for (const { thread, radioChat, endedChat, latestMessage, deliveredSeq, seenSeq, removedSeq } of items) {
        threads.receive(client, thread)
        if (removedSeq !== undefined) receiveRadioRemoval(store, thread.id, removedSeq)
        receiveRepliedChat(store, thread.id, { radioChat, endedChat })
        if (latestMessage) receiveRepliedMessage(store, latestMessage)
        receiveRadioWatermarks(store, thread.id, { deliveredSeq, seenSeq })
      }
      const listed = new Set(items.map(({ thread }) => thread.id))
      forgetRadio(store, read, (id) => !listed.has(id))
      store.put(radioListingEntity, { id: 'all', at: Date.now() })
      return items.length
    },
    meta: { keepsEvents: true },
  })

const ROW_KEYS = radioRowTypes.map(({ name }) => name).join(' ')

/** The threads with a radio chat, for the third tab of the messages; undefined until they are known. */
export function useRadioThreads(threads: ThreadPort) {
  const { error, refetch } = useQuery(radioThreadsQuery(threads))
  const rows = useStore(radioEntities, `${ROW_KEYS} ${threads.keys}`, (store) => radioThreadsOf(store, threads.threadOf))
  return { rows, error, refetch }
}

/** Fetches the running radio chat of a thread into the store. {@link useLiveRadio} returns it. */
export const radioQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['radio', 'live', threadId] as const,
    queryFn: async ({ client }) => {
      const store = radioStore(client)
      const fetch = () => call(radioRoutes.live, { params: { id: threadId } })
      const { radioChat, endedChat, floor, messages, removedSeq } = await readThread(store, threadId, fetch)
      await whenRestored(store) // otherwise the disk would restore a radio chat that is over
      if (removedSeq !== undefined) receiveRadioRemoval(store, threadId, removedSeq)
      receiveRepliedChat(store, threadId, { radioChat, endedChat })
      if (floor) receiveFloor(store, floor)
      for (const message of messages) receiveRepliedMessage(store, message)
      return { from: messages[0]?.seq ?? 1 }
    },
    meta: { keepsEvents: true },
  })

/**
 * The running radio chat of a thread; undefined until the server has replied: one that only the disk has may be over,
 * and must not be joined.
 */
export function useLiveRadio(threadId: string) {
  const { data, error, refetch } = useQuery(radioQuery(threadId))
  const keys = `${radioChatEntity.name} ${floorEntity.name} ${radioMessageEntity.name}/${threadId}`
  const live = useStore(radioEntities, keys, (store) => data && liveOf(store, threadId, data.from))
  return { live, error, refetch }
}

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

type HistoryReply = z.output<(typeof radioRoutes.history)['reply']>

/**
 * Fetches the radio messages of a thread into the store. The first page is the newest. {@link useRadioHistory} returns
 * them.
 */
export const radioHistoryQuery = (threadId: string) =>
  infiniteQueryOptions({
    queryKey: ['radio', 'history', threadId] as const,
    queryFn: ({ client, pageParam }) => {
      const store = radioStore(client)
      const fetch = () =>
        call(radioRoutes.history, {
          params: { id: threadId },
          query: { limit: PAGE_SIZE, ...(pageParam !== null && { before: seqOf(pageParam) }) },
        })
      const receive = ({ items, nextCursor, removedSeq }: HistoryReply): ListPage => {
        if (removedSeq !== undefined) receiveRadioRemoval(store, threadId, removedSeq)
        for (const message of items) receiveRepliedMessage(store, message)
        return {
          ids: items.map(({ seq }) => positionOf(threadId, seq)),
          nextCursor: nextCursor === null ? null : positionOf(threadId, Number(nextCursor)),
        }
      }
      return readThread(store, threadId, () => readPage(store, historyOf(threadId), pageParam, fetch, receive))
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }: ListPage) => nextCursor,
    meta: { keepsEvents: true },
  })

/** The radio messages of a thread as far as they were read, newest first; undefined until some were. */
export function useRadioHistory(threadId: string) {
  const { data, ...rest } = useInfiniteQuery(radioHistoryQuery(threadId))
  const keys = `${historyCoverage.name} ${radioMessageEntity.name}/${threadId}`
  const messages = useStore(radioEntities, keys, (store) => messagesOf(store, threadId, data?.pages))
  return { ...rest, messages: unlessPending(messages, rest.isPending) }
}

/**
 * The locations of the other members of the running radio chat. Only its members may read them, so they are in no store
 * and on no disk.
 */
export const radioLocationsQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['radio', 'locations', threadId] as const,
    queryFn: () => call(radioRoutes.locations, { params: { id: threadId } }),
  })
