import { useMemo, useSyncExternalStore } from 'react'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { text } from '../../platform/language/i18n.ts'
import { newId } from '../../platform/ids.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { changeCache, readCache } from '../../platform/connection/query-cache.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError } from '../../ui/states/toast.tsx'
import type { ChatRef } from './chat-ref.ts'
import { adoptEarlierMessages } from './earlier-messages.ts'
import { messageCommand } from './messaging.outbox.ts'
import { UnsentMessage } from './messaging.payload.ts'
import { readAloudQuery } from './messaging.queries.ts'
import { receiveMessage } from './receive.ts'

/** A message that the server has not acknowledged yet. */
export type PendingMessage = TypedEntry<UnsentMessage>

/** Takes over the unsent messages of an earlier version of the application. Call it once. */
export const adoptEarlier = () =>
  adoptEarlierMessages(({ clientId: id, threadId, ownerId, at, text: body, files, place: location }) => {
    const payload = { threadId, alertId: null, at, text: body, location, isReadAloud: isReadAloud(threadId) }
    return messages.enqueue({ id, lane: laneOf(threadId, files), ownerId, payload, files })
  })

/**
 * Messages with files share one lane: uploads delay no text, and of the few connections that a browser opens to the
 * server, an SOS finds a free one.
 */
const laneOf = (threadId: string, files: readonly File[]) => (files.length > 0 ? 'files' : laneOfThread(threadId))
/** The lane of the messages of a thread without files and of all changes of its messages, which keeps their order. */
export const laneOfThread = (threadId: string) => `thread ${threadId}`

/** Returns whether read-aloud is on for a thread on this device. */
const isReadAloud = (threadId: string): boolean =>
  readCache((cache) => cache.getQueryData(readAloudQuery.queryKey))?.threadIds.includes(threadId) ?? false

const messages = outbox.register<UnsentMessage, Message>({
  ...messageCommand,
  payload: UnsentMessage,
  send: (entry, options) => sendEntry(messageCommand, messageRoutes.send.reply, entry, options),
  describe: ({ text: body }) => ({ title: text('outbox.kind.message'), text: body }),
  onSent: (message) => changeCache((cache) => receiveMessage(cache, message)),
  // Specification, section 8: the server's error message, or this one.
  onRefused: (error) => toastError((error instanceof ApiError && error.message) || text('messages.failed')),
})

/** Returns the unsent messages of a thread, the oldest first. */
export function usePending(threadId: string): readonly PendingMessage[] {
  const all = useSyncExternalStore(outbox.subscribe, messages.entries)
  return useMemo(() => all.filter(({ payload }) => payload.threadId === threadId), [all, threadId])
}

/** Returns the ids of the threads that have unsent messages. */
export function usePendingThreads(): ReadonlySet<string> {
  const all = useSyncExternalStore(outbox.subscribe, messages.entries)
  return useMemo(() => new Set(all.map(({ payload }) => payload.threadId)), [all])
}

/** Number of messages of all threads that wait for the connection. */
export const useWaitingCount = (): number =>
  useSyncExternalStore(outbox.subscribe, () => messages.entries().filter(({ state }) => state === 'waiting').length)

/** The content that the author of a message gives. */
export interface Content extends Partial<Pick<UnsentMessage, 'text' | 'location' | 'replyToId' | 'mentions' | 'poll'>> {
  readonly files?: readonly File[]
}

/**
 * Sends a message.
 * @returns false if no user is known to be signed in. Nothing is sent then, and the caller keeps the content.
 */
export function sendMessage({ threadId, alertId }: ChatRef, { files = [], ...content }: Content): boolean {
  const ownerId = sessionUserId()
  if (ownerId === null) return false
  const at = new Date().toISOString()
  const payload = { threadId, alertId, at, text: '', location: null, isReadAloud: isReadAloud(threadId), ...content }
  void messages.enqueue({ id: newId(), lane: laneOf(threadId, files), ownerId, payload, files })
  return true
}

export const resendMessage = (id: string) => void outbox.resend(id)
