import { useMemo, useSyncExternalStore } from 'react'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { changeCache } from '../../../platform/connection/query-cache.ts'
import { newId } from '../../../platform/ids.ts'
import { text } from '../../../platform/language/i18n.ts'
import type { TypedEntry } from '../../../platform/outbox/entry.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { sendEntry } from '../../../platform/outbox/send-entry.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { sessionUserId } from '../../../platform/session/session.ts'
import { toastError } from '../../../ui/states/toast.tsx'
import { messageChangeCommand } from '../messaging.outbox.ts'
import { UnsentChange } from '../messaging.payload.ts'
import { laneOfThread } from '../pending.ts'
import { receiveChangedMessage } from '../receive.ts'
import { withChanges } from './changed-message.ts'

type Entry = TypedEntry<UnsentChange>

const changes = outbox.register<UnsentChange, Message>({
  ...messageChangeCommand,
  payload: UnsentChange,
  send: (entry, options) => sendEntry(messageChangeCommand, messageChangeRoutes.edit.reply, entry, options),
  describe: ({ change }) => ({ title: text('outbox.kind.messageChange'), text: change.kind === 'edit' ? change.text : '' }),
  onSent: (message) => changeCache((cache) => receiveChangedMessage(cache, message)),
  onRefused(error, { id, payload }) {
    toastError(text('messages.changeFailed'), error instanceof ApiError ? error.message : undefined)
    // The text of a refused edit stays in the list of unsent content.
    if (payload.change.kind !== 'edit') outbox.discard(id)
  },
})

/** Changes a message that the server has, now or as soon as there is a connection. */
export function changeMessage({ MessageThreadId, id }: Message, change: UnsentChange['change']): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  void changes.enqueue({
    id: newId(),
    lane: laneOfThread(MessageThreadId),
    ownerId,
    payload: { threadId: MessageThreadId, messageId: id, change },
  })
}

/** Returns the messages of a thread with the changes of the user that the server has not acknowledged. */
export function useChangedMessages(threadId: string, messages: readonly Message[]): readonly Message[] {
  const viewer = useCurrentUser()
  const all = useSyncExternalStore(outbox.subscribe, changes.entries)
  return useMemo(() => {
    const ofThread = all.filter(({ payload, state }) => payload.threadId === threadId && state !== 'failed')
    if (ofThread.length === 0 || !viewer) return messages
    const byMessage = new Map<string, Entry[]>()
    for (const entry of ofThread)
      byMessage.set(entry.payload.messageId, [...(byMessage.get(entry.payload.messageId) ?? []), entry])
    return messages.map((message) => {
      const entries = byMessage.get(message.id) ?? []
      const at = new Date(entries.at(-1)?.seq ?? 0).toISOString()
      const changesOf = entries.map(({ payload }) => payload.change)
      return entries.length === 0 ? message : withChanges(message, changesOf, viewer.id, at)
    })
  }, [all, threadId, messages, viewer])
}
