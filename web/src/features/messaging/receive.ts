import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { SharedThread } from '@noroshi/contract/messaging/threads.http'
import type { EntityStore } from '../../platform/store/entity-store.ts'
import { draftKey, writeDraft } from '../../platform/forms/drafts.ts'
import { currentUser } from '../../platform/session/current-user.ts'
import { pinsKey, refetchPins } from './changes/refetch-changes.ts'
import { chatQuery, loadedChat } from './chat.queries.ts'
import { hasGap } from './chat-window.ts'
import { checkLater } from './check-later.ts'
import { latestEntity, messageEntity, type ThreadKind, toStored } from './messaging.entities.ts'
import { membersQuery, myMembershipQuery, threadQuery, threadsQuery } from './messaging.queries.ts'
import {
  removeStoredThread,
  messagingStore,
  putMessage,
  receiveLatest,
  receiveOwnWatermarks,
  receiveRemoval,
  receiveShared,
} from './thread-store.ts'
import { threadOf } from './thread-views.ts'

const kindOf = ({ isGroup }: Pick<SharedThread, 'isGroup'>): ThreadKind => (isGroup ? 'group' : 'personal')

/**
 * Adds a thread from an event. The list of an unknown thread is refetched for the user's own data, and so is a thread
 * whose open screen shows that the user has left it: they are a member again.
 */
export function receiveSharedThread(cache: QueryClient, shared: SharedThread) {
  const store = messagingStore(cache)
  receiveShared(store, shared)
  const { queryKey: threadKey } = threadQuery(shared.id)
  if (cache.getQueryState(threadKey)?.status === 'error') void cache.invalidateQueries({ queryKey: threadKey })
  if (!threadOf(store, shared.id)) void cache.invalidateQueries({ queryKey: threadsQuery(kindOf(shared)).queryKey })
  for (const { queryKey } of [membersQuery(shared.id), myMembershipQuery(shared.id)]) void cache.invalidateQueries({ queryKey })
}

/** Adds a new message of a chat. The thread of an alert has a chat only. */
export function receiveMessage(cache: QueryClient, message: Message) {
  const store = messagingStore(cache)
  const { MessageThreadId: id, isGroupMessage } = message
  putMessage(store, message)
  if (loadedChat(cache, id)) fillGap(cache, id)
  else releaseMessages(store, id)
  if (message.alertId !== null) return
  receiveLatest(store, id, message)
  if (!threadOf(store, id))
    void cache.invalidateQueries({ queryKey: threadsQuery(isGroupMessage ? 'group' : 'personal').queryKey })
}

/** Adds a newer version of a message, where its earlier version is loaded or shown. */
export function receiveChangedMessage(cache: QueryClient, message: Message) {
  const store = messagingStore(cache)
  putMessage(store, message)
  refetchPins(cache, message)
  // An edit that was not saved has the words of the message.
  if (message.deletion) writeDraft(draftKey(currentUser()?.id ?? null, 'edit', message.id), '')
  const latest = store.get(latestEntity, message.MessageThreadId)
  if (latest?.message.id === message.id) store.put(latestEntity, { id: message.MessageThreadId, message: toStored(message) })
}

/** Forgets the chat messages up to `seq`. An open chat that shows only such messages reads the newest ones. */
export function receiveRemovedMessages(cache: QueryClient, id: string, seq: number) {
  receiveRemoval(messagingStore(cache), id, seq)
  void cache.invalidateQueries({ queryKey: pinsKey(id) })
  const window = loadedChat(cache, id)
  if (window?.hasNewer === true && window.items.length === 0) void cache.resetQueries({ queryKey: chatQuery(id).queryKey })
}

/** Max messages of a chat that is not open in memory. The disk has more. */
const CLOSED_CHAT_MAX = 20

function releaseMessages(store: EntityStore, id: string) {
  const first = store.list(messageEntity, id).at(-CLOSED_CHAT_MAX)?.order ?? 0
  store.unload(messageEntity, id, ({ order }) => order >= first)
}

/** Refetches a chat if messages between others are still missing after a delay. */
function fillGap(cache: QueryClient, id: string) {
  const { queryKey } = chatQuery(id)
  const hasMissing = () => {
    const window = loadedChat(cache, id)
    return window !== undefined && hasGap(window)
  }
  if (hasMissing()) checkLater(`chat ${id}`, () => void (hasMissing() && cache.invalidateQueries({ queryKey })))
}

/** Removes a thread that the user may no longer read from the store and the cache ({@link removeStoredThread}). */
export function removeThread(cache: QueryClient, id: string, version: number) {
  removeStoredThread(messagingStore(cache), id, version)
  removeThreadQueries(cache, id)
}

/** Removes what was read of a thread from the cache. */
export function removeThreadQueries(cache: QueryClient, id: string) {
  for (const { queryKey } of [chatQuery(id), membersQuery(id), myMembershipQuery(id)]) cache.removeQueries({ queryKey })
}

/** Handles the removal of a thread. Its open screen shows it after the refetch of the thread. */
export function receiveRemovedThread(cache: QueryClient, id: string, version: number) {
  removeThread(cache, id, version)
  void cache.invalidateQueries({ queryKey: threadQuery(id).queryKey })
}

/** Marks a thread as read, before the server confirms it. */
export function markThreadRead(cache: QueryClient, id: string, seq: number) {
  receiveOwnWatermarks(messagingStore(cache), id, { deliveredSeq: seq, seenSeq: seq })
}
