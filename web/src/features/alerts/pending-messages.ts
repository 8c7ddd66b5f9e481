import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { toastError } from '../../ui/toast.tsx'
import { addMessage } from './alert-cache.ts'

/** A message of this device which the unit has not acknowledged; it outlives a change of screen. */
export interface PendingMessage {
  /** Made once: sending again answers the same message. */
  readonly clientId: string
  readonly alertId: string
  readonly text: string
  readonly at: string
  readonly isFailed: boolean
}

let pending: readonly PendingMessage[] = []
const watchers = new Set<() => void>()

const become = (next: readonly PendingMessage[]) => {
  pending = next
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const put = (message: PendingMessage) =>
  become(
    [...pending.filter(({ clientId }) => clientId !== message.clientId), message].toSorted((a, b) => a.at.localeCompare(b.at)),
  )

export const dropPending = (id: string) => become(pending.filter(({ clientId }) => clientId !== id))

export const usePendingMessages = (alertId: string): readonly PendingMessage[] =>
  useSyncExternalStore(watch, () => pending).filter((message) => message.alertId === alertId)

/** Shows a message at once, and keeps it where it is until the unit has it. */
export function useSendMessage(alertId: string) {
  const cache = useQueryClient()
  const send = useCallback(
    async (message: PendingMessage) => {
      put({ ...message, isFailed: false })
      const { clientId, at } = message
      try {
        const sent = await call(alertRoutes.sendMessage, {
          body: { alertId, text: message.text, clientId, messageAt: at, latitude: null, longitude: null },
        })
        addMessage(cache, alertId, sent)
        dropPending(clientId)
      } catch (error) {
        put({ ...message, isFailed: true })
        toastError((error instanceof ApiError && error.message) || text('alerts.message.failed'))
      }
    },
    [alertId, cache],
  )
  return {
    send: (words: string) =>
      void send({ clientId: newId(), alertId, text: words, at: new Date().toISOString(), isFailed: false }),
    again: (message: PendingMessage) => void send(message),
  }
}
