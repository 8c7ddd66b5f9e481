import { queryOptions, useQuery } from '@tanstack/react-query'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { isGone } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { readReply, replyOf } from '../../platform/store/replies.ts'
import { storedKey } from '../../platform/store/stored-key.ts'
import { whenRestored } from '../../platform/store/stores.ts'
import { useLast } from '../../platform/store/use-last.ts'
import { useStore } from '../../platform/store/use-store.ts'
import {
  listingEntity,
  membersEntity,
  messagingEntities,
  myMembershipEntity,
  threadEntity,
  type ThreadKind,
} from './messaging.entities.ts'
import { messagingStore, forgetRefusedThread, receiveThread } from './thread-store.ts'
import { THREAD_KEYS, threadOf, threadsOf } from './thread-views.ts'

/** Fetches the user's threads of a kind into the store. {@link useThreads} returns them. */
export const threadsQuery = (kind: ThreadKind) =>
  queryOptions({
    queryKey: ['messages', 'threads', kind] as const,
    queryFn: async ({ client }) => {
      const store = messagingStore(client)
      const read = store.beginRead()
      const { items } = await call(kind === 'personal' ? threadRoutes.personal : threadRoutes.groups)
      for (const thread of items) receiveThread(store, thread)
      const known = threadsOf(store, kind) ?? []
      read.forgetMissing(
        threadEntity,
        known.map(({ id }) => id),
        new Set(items.map(({ id }) => id)),
      )
      store.put(listingEntity, { id: kind, at: Date.now() })
      return items.length
    },
    meta: { keepsEvents: true },
  })

/** Returns the user's threads of a kind, newest activity first; undefined until they are known. */
export function useThreads(kind: ThreadKind) {
  const { error, refetch } = useQuery(threadsQuery(kind))
  const threads = useStore(messagingEntities, LIST_KEYS, (store) => threadsOf(store, kind))
  return { threads, error, refetch }
}
const LIST_KEYS = `${THREAD_KEYS} ${listingEntity.name}`

/** Fetches a thread into the store. {@link useThread} returns it. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'thread', id] as const,
    queryFn: async ({ client }) => {
      const store = messagingStore(client)
      const read = store.beginRead()
      try {
        receiveThread(store, await call(threadRoutes.get, { params: { id } }))
      } catch (error) {
        if (isGone(error)) {
          await whenRestored(store)
          forgetRefusedThread(read, id)
        }
        throw error
      }
      return id
    },
    meta: { keepsEvents: true },
  })

/** Returns a thread with the user's own data, even while it is refetched. */
export function useThread(id: string) {
  const { error, refetch, isSuccess } = useQuery(threadQuery(id))
  const thread = useKnownThread(id)
  return { thread, error, refetch, isConfirmed: isSuccess }
}

/**
 * {@link useThread} that still returns the last copy of a group from which the user was removed while it was on the
 * screen.
 */
export function useShownThread(id: string) {
  const { thread, ...rest } = useThread(id)
  return { thread: useLast(thread, true), ...rest }
}

/** Returns a thread as far as it is in memory or on disk. It fetches nothing. */
export const useKnownThread = (id: string) => useStore(messagingEntities, THREAD_KEYS, (store) => threadOf(store, id))

/** The groups that the user has left and whose admins invite them again. */
export const invitationsQuery = queryOptions({
  queryKey: ['messages', 'invitations'] as const,
  queryFn: () => call(threadRoutes.invitations),
})

/** The threads that are read aloud on this device. */
export const readAloudQuery = queryOptions({
  queryKey: storedKey('messages', 'readAloud'),
  queryFn: () => call(messageRoutes.speechState),
})

/** Fetches the members of a group into the store. */
export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'members', id] as const,
    queryFn: ({ client }) =>
      readReply(
        messagingStore(client),
        membersEntity,
        id,
        async () => (await call(threadRoutes.members, { params: { id } })).items,
      ),
  })

/** Returns the members of a group as last read; undefined until they are known. */
export function useMembers(id: string, isEnabled = true) {
  const { error, refetch } = useQuery({ ...membersQuery(id), enabled: isEnabled })
  const members = useStore(messagingEntities, membersEntity.name, (store) => replyOf(store, membersEntity, id))
  return { members, error, refetch }
}

/** Fetches the user's own membership of a thread into the store. */
export const myMembershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'myMembership', id] as const,
    queryFn: ({ client }) =>
      readReply(messagingStore(client), myMembershipEntity, id, () => call(threadRoutes.myMembership, { params: { id } })),
  })

/** Returns the user's own membership of a thread as last read; undefined until it is known, and for null. */
export function useMyMembership(id: string | null) {
  useQuery({ ...myMembershipQuery(id ?? ''), enabled: id !== null })
  return useStore(messagingEntities, myMembershipEntity.name, (store) =>
    id === null ? undefined : replyOf(store, myMembershipEntity, id),
  )
}
