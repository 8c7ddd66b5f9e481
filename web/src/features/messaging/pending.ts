import { useMemo, useSyncExternalStore } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { currentReader } from '../../platform/reader.ts'
import { accessToken, leavesByChoice, onAccessToken } from '../../platform/session.ts'
import { socket } from '../../platform/socket.ts'
import { toastError } from '../../ui/toast.tsx'
import { createPending, type PendingMessage, type Progress } from './create-pending.ts'
import { inDatabase, type KeptMessage } from './pending-store.ts'
import { takeMessage } from './thread-cache.ts'

let cache: QueryClient | null = null
/** Whose words may go out: null while it is not known who reads. */
let owner: string | null = null

/** Words alone go as JSON, files and places as a form. */
function post({ clientId, threadId, at, text: words, files, place }: KeptMessage, progress: Progress) {
  const shared = { messageThreadId: threadId, text: words, clientId, messageAt: at }
  if (files.length === 0 && !place) {
    return call(messageRoutes.send, { body: { ...shared, latitude: null, longitude: null }, signal: progress.signal })
  }
  return call(messageRoutes.upload, {
    form: { ...shared, latitude: place ? String(place.latitude) : '', longitude: place ? String(place.longitude) : '' },
    files: files.map((file) => ({ field: 'messageMedia', file, name: file.name })),
    ...progress,
  })
}

const pending = createPending({
  store: inDatabase,
  ownerId: () => owner,
  post,
  onSent: (message) => cache && takeMessage(cache, message),
  // Specification, section 8: the server's words, or these.
  onRefused: (error) => toastError((error instanceof ApiError && error.message) || text('messages.failed')),
})

/** As soon as it is known who reads: goes on with what is unsent, now and whenever the network may have come back. */
export function startPending(client: QueryClient, ownerId: string) {
  cache = client
  owner = ownerId
  const rest = () => {
    owner = null
    pending.rest()
  }
  const nudge = () => void pending.nudge()
  void pending.restore(ownerId)
  window.addEventListener('online', nudge)
  socket.on('connect', nudge)
  const stopListening = onAccessToken(() => {
    // Another session may be another person's: what is unsent rests until it is known whose it is.
    rest()
    if (accessToken() === null && leavesByChoice()) pending.forget()
  })
  return () => {
    stopListening()
    rest()
    window.removeEventListener('online', nudge)
    socket.off('connect', nudge)
  }
}

const all = () => pending.pending()

/** What of a thread the unit does not have yet, the oldest first. */
export function usePending(threadId: string): readonly PendingMessage[] {
  const messages = useSyncExternalStore(pending.watch, all)
  return useMemo(() => messages.filter((message) => message.threadId === threadId), [messages, threadId])
}

/** How many wait for the connection, in all threads. */
export const useWaiting = (): number =>
  useSyncExternalStore(pending.watch, () => all().filter(({ state }) => state === 'waiting').length)

/** How many the unit does not have yet, whatever the reason: these are lost with a logout. */
export const useUnsent = (): number => useSyncExternalStore(pending.watch, () => all().length)

export interface Content {
  readonly text?: string
  readonly files?: readonly File[]
  readonly place?: KeptMessage['place']
}

export function sendMessage(threadId: string, { text: words = '', files = [], place = null }: Content) {
  const ownerId = currentReader()?.id
  if (ownerId === undefined) return
  void pending.send({ clientId: newId(), threadId, ownerId, at: new Date().toISOString(), text: words, files, place })
}

export const sendAgain = (clientId: string) => void pending.again(clientId)
export const withdrawMessage = (clientId: string) => pending.withdraw(clientId)
