import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../../../platform/connection/http.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { beginReadAt } from '../../../platform/store/stores.ts'
import { useStore } from '../../../platform/store/use-store.ts'
import { hiddenEntity, messagingEntities } from '../messaging.entities.ts'
import { messagingStore } from '../thread-store.ts'
import { hiddenKey } from './refetch-changes.ts'

const ID = 'own'

/** Reads the messages that the user has hidden for themselves into the store. */
const hiddenQuery = queryOptions({
  queryKey: hiddenKey,
  queryFn: async ({ client }) => {
    const store = messagingStore(client)
    const at = await beginReadAt(store, hiddenEntity, ID)
    const { messageIds } = await call(messageChangeRoutes.hidden)
    store.put(hiddenEntity, { id: ID, at, messageIds })
    return messageIds.length
  },
})

const NONE: ReadonlySet<string> = new Set()
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(ids: readonly string[] | undefined): ReadonlySet<string> {
  if (!ids) return NONE
  const known = sets.get(ids) ?? new Set(ids)
  sets.set(ids, known)
  return known
}

/**
 * Reads the messages that the user has hidden. Each list of messages or threads does it once for all of its lines. Visitors,
 * who read the chat of an alert, hide none.
 */
export function useReadHiddenMessages(): ReadonlySet<string> {
  const isSignedIn = useCurrentUser() !== null
  useQuery({ ...hiddenQuery, enabled: isSignedIn })
  return useHiddenMessages()
}

/** Returns the ids of the messages that the user has hidden, as last read by {@link useReadHiddenMessages}. */
export const useHiddenMessages = (): ReadonlySet<string> =>
  useStore(messagingEntities, hiddenEntity.name, (store) => setOf(store.get(hiddenEntity, ID)?.messageIds))

/** Returns the ids of the messages that the user has hidden, as last read. */
export const hiddenMessages = (cache: QueryClient): ReadonlySet<string> =>
  setOf(messagingStore(cache).get(hiddenEntity, ID)?.messageIds)

/** Hides a message or shows it again at once, before the server confirms it. */
export function receiveHidden(cache: QueryClient, { id }: Pick<Message, 'id'>, isHidden: boolean): void {
  const store = messagingStore(cache)
  const known = store.get(hiddenEntity, ID)
  const others = known?.messageIds.filter((each) => each !== id) ?? []
  const at = Math.max(Date.now(), (known?.at ?? 0) + 1)
  store.put(hiddenEntity, { id: ID, at, messageIds: isHidden ? [id, ...others] : others })
}
