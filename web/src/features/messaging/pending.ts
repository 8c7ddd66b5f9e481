import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { type Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { coordinatesOf } from '../../platform/coordinates.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import type { SendOptions } from '../../platform/outbox/command.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { changeCache, readCache } from '../../platform/query-cache.ts'
import { sessionUserId } from '../../platform/session.ts'
import { toastError } from '../../ui/toast.tsx'
import type { ChatRef } from './chat-ref.ts'
import { adoptEarlierMessages } from './earlier-messages.ts'
import { readAloudQuery } from './messaging.queries.ts'
import { receiveMessage } from './receive.ts'

const UnsentMessage = z.object({
  threadId: z.string(),
  /** The alert whose chat it is. */
  alertId: z.string().nullable(),
  /** The time of this device's clock, as ISO 8601. */
  at: z.string(),
  text: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
type UnsentMessage = z.infer<typeof UnsentMessage>

/** A message that the server has not acknowledged yet. */
export type PendingMessage = TypedEntry<UnsentMessage>

/** Takes over the unsent messages of an earlier version of the application. Call it once. */
export const adoptEarlier = () =>
  adoptEarlierMessages(({ clientId: id, threadId, ownerId, at, text: body, files, place: location }) => {
    const payload = { threadId, alertId: null, at, text: body, location }
    return messages.enqueue({ id, lane: laneOf(threadId, files), ownerId, payload, files })
  })

/**
 * Messages with files share one lane: uploads delay no text, and of the few connections that a browser opens to the server, an SOS
 * finds a free one.
 */
const laneOf = (threadId: string, files: readonly File[]) => (files.length > 0 ? 'files' : `thread ${threadId}`)

/** Validates the reply, because the sign-in page of a Wi-Fi answers any request with 200. */
const post = async (message: PendingMessage, options: SendOptions): Promise<Message> =>
  messageRoutes.send.reply.parse(await request(message, options))

/** The fields of a chat message besides its content (specification, section 7). */
const chatFieldsOf = (threadId: string) => ({
  messageThreadId: threadId,
  messageType: 'normalChat' as const,
  isTextToSpeechEnable: readCache((cache) => cache.getQueryData(readAloudQuery.queryKey))?.threadIds.includes(threadId) ?? false,
})

/** Sends text alone as JSON, files and locations as a form. The text of an alert's chat has a route of its own. */
function request({ id, files, payload }: PendingMessage, options: SendOptions): Promise<Message> {
  const { threadId, alertId, at, text: body, location } = payload
  const shared = { text: body, clientId: id, messageAt: at }
  if (files.length === 0 && !location) {
    const { signal } = options
    return alertId === null
      ? call(messageRoutes.send, { body: { ...shared, ...chatFieldsOf(threadId) }, signal })
      : call(alertRoutes.sendMessage, { body: { ...shared, alertId }, signal })
  }
  const messageType = alertId === null ? 'normalChat' : 'alertChat'
  return call(messageRoutes.upload, {
    form: { ...shared, messageThreadId: threadId, messageType, ...coordinatesOf(location) },
    files: files.map((file) => ({ field: 'messageMedia', file, name: file.name })),
    ...options,
  })
}

const messages = outbox.register<UnsentMessage, Message>({
  kind: 'message',
  payload: UnsentMessage,
  send: post,
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

export interface Content {
  readonly text?: string
  readonly files?: readonly File[]
  readonly location?: UnsentMessage['location']
}

/**
 * Sends a message.
 * @returns false if no user is known to be signed in. Nothing is sent then, and the caller keeps the content.
 */
export function sendMessage({ threadId, alertId }: ChatRef, { text: body = '', files = [], location = null }: Content): boolean {
  const ownerId = sessionUserId()
  if (ownerId === null) return false
  const payload = { threadId, alertId, at: new Date().toISOString(), text: body, location }
  void messages.enqueue({ id: newId(), lane: laneOf(threadId, files), ownerId, payload, files })
  return true
}

export const resendMessage = (id: string) => void outbox.resend(id)
export const cancelMessage = outbox.discard
