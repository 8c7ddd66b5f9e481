import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { EmptyReply } from '@noroshi/contract/define'
import { Message } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { changeCache } from '../../../platform/connection/query-cache.ts'
import { newId } from '../../../platform/ids.ts'
import { text } from '../../../platform/language/i18n.ts'
import type { TypedEntry } from '../../../platform/outbox/entry.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { sendEntry } from '../../../platform/outbox/send-entry.ts'
import { currentUser, useCurrentUser } from '../../../platform/session/current-user.ts'
import { sessionUserId } from '../../../platform/session/session.ts'
import { toastError } from '../../../ui/states/toast.tsx'
import { messageChangeCommand } from '../messaging.outbox.ts'
import { UnsentChange } from '../messaging.payload.ts'
import { laneOfThread } from '../pending.ts'
import { receiveChangedMessage, receiveMessage } from '../receive.ts'
import { receiveHidden } from './hidden-messages.ts'
import { refetchHidden } from './refetch-changes.ts'
import { withChanges } from './changed-message.ts'

type Entry = TypedEntry<UnsentChange>

/** The changed or new message. To hide a message changes no message. */
const Reply = z.union([Message, EmptyReply])

const changes = outbox.register<UnsentChange, z.infer<typeof Reply>>({
  ...messageChangeCommand,
  payload: UnsentChange,
  send: (entry, options) => sendEntry(messageChangeCommand, Reply, entry, options),
  describe: ({ change }) =>
    change.kind === 'edit'
      ? { title: text('outbox.kind.editedMessage'), text: change.text }
      : { title: text('outbox.kind.messageChange'), text: '' },
  onSent: (reply, { payload: { change } }) =>
    changeCache((cache) => {
      if (!('id' in reply)) refetchHidden(cache)
      else if (change.kind === 'forward') receiveMessage(cache, reply)
      else receiveChangedMessage(cache, reply)
    }),
  onRefused(error, { id, payload }) {
    toastError(text('messages.changeFailed'), error instanceof ApiError ? error.message : undefined)
    // The text of a refused edit stays in the list of unsent content.
    if (payload.change.kind !== 'edit') outbox.discard(id)
  },
})

/** Changes a message that the server has, now or as soon as there is a connection. */
export function changeMessage(
  { MessageThreadId, id }: Message,
  change: UnsentChange['change'],
  lane = laneOfThread(MessageThreadId),
): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  void changes.enqueue({
    id: newId(),
    lane,
    ownerId,
    payload: { threadId: MessageThreadId, messageId: id, change },
  })
}

/** Hides a message for the user, or shows it again, at once on this device. */
export function hideMessage(message: Message, isHidden: boolean): void {
  changeCache((cache) => receiveHidden(cache, message, isHidden))
  changeMessage(message, { kind: 'hide', isHidden })
}

/** Sends a copy of a message to another thread, after what waits there. */
export const forwardMessage = (message: Message, toThreadId: string): void =>
  changeMessage(message, { kind: 'forward', toThreadId }, laneOfThread(toThreadId))

/** Returns messages of a thread with the changes of the user that the server has not acknowledged. */
function changedBy(all: readonly Entry[], threadId: string, messages: readonly Message[], userId: string | null) {
  const ofThread = all.filter(({ payload, state }) => payload.threadId === threadId && state !== 'failed')
  if (ofThread.length === 0 || userId === null) return messages
  const byMessage = new Map<string, Entry[]>()
  for (const entry of ofThread) byMessage.set(entry.payload.messageId, [...(byMessage.get(entry.payload.messageId) ?? []), entry])
  return messages.map((message) => {
    const entries = byMessage.get(message.id) ?? []
    const at = new Date(entries.at(-1)?.seq ?? 0).toISOString()
    const changesOf = entries.map(({ payload }) => payload.change)
    return entries.length === 0 ? message : withChanges(message, changesOf, userId, at)
  })
}

/** Returns messages of a thread as they are with the unsent changes of the user now. */
export const withUnsentChanges = (threadId: string, messages: readonly Message[]): readonly Message[] =>
  changedBy(changes.entries(), threadId, messages, currentUser()?.id ?? null)

/** Returns messages of a thread as they are with the unsent changes of the user. */
export function useChangedMessages(threadId: string, messages: readonly Message[]): readonly Message[] {
  const userId = useCurrentUser()?.id ?? null
  const all = useSyncExternalStore(outbox.subscribe, changes.entries)
  return useMemo(() => changedBy(all, threadId, messages, userId), [all, threadId, messages, userId])
}
