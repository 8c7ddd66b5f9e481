import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { EmptyReply } from '@noroshi/contract/define'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Quote } from '@noroshi/contract/messaging/message-parts'
import { Message } from '@noroshi/contract/messaging/messaging.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { applyAsEvent } from '../../../platform/connection/live.ts'
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
import { laneOfThread, type PendingMessage } from '../pending.ts'
import { receiveChangedMessage, receiveMessage } from '../receive.ts'
import { receiveHidden } from './hidden-messages.ts'
import { refetchHidden } from './refetch-changes.ts'
import { withChanges, withQuoteChanges } from './changed-message.ts'
import { describeChange } from './describe-change.ts'

/** A change that the server has not acknowledged. */
export type PendingChange = TypedEntry<UnsentChange>

/** The changed or new message. To hide a message changes none, and a message that was discarded may not have arrived. */
const Reply = z.union([Message, messageChangeRoutes.deleteSent.reply, EmptyReply])

/** What the user wrote or chose, which stays in the list of unsent content after a refusal. */
const KEPT: ReadonlySet<UnsentChange['change']['kind']> = new Set(['edit', 'forward', 'vote'])

const changes = outbox.register<UnsentChange, z.infer<typeof Reply>>({
  ...messageChangeCommand,
  payload: UnsentChange,
  send: (entry, options) => sendEntry(messageChangeCommand, Reply, entry, options),
  describe: describeChange,
  onSent: (reply, { payload: { change } }) =>
    changeCache((cache) => {
      const message = 'message' in reply ? reply.message : reply
      if (message === null) return
      if (!('id' in message)) refetchHidden(cache)
      else if (change.kind === 'forward') receiveMessage(cache, message)
      // The radio has transmissions in entities of its own.
      else if (message.messageType === 'asrChat') applyAsEvent(cache, 'messages:updated', message)
      else receiveChangedMessage(cache, message)
    }),
  onRefused(error, { id, payload: { change } }) {
    const reason = error instanceof ApiError ? error.message : undefined
    toastError(text(change.kind === 'forward' ? 'messages.failed' : 'messages.changeFailed'), reason)
    if (change.kind === 'hide') changeCache(refetchHidden) // this device has applied it already
    if (!KEPT.has(change.kind)) outbox.discard(id)
  },
})

/** A new vote replaces those that the server has refused. */
function discardRefusedVotes(messageId: string): void {
  for (const { id, state, payload } of changes.entries())
    if (state === 'failed' && payload.change.kind === 'vote' && payload.messageId === messageId) outbox.discard(id)
}

/** Changes a message that the server has, now or as soon as there is a connection. */
export function changeMessage(
  { MessageThreadId, id }: Message,
  change: UnsentChange['change'],
  lane = laneOfThread(MessageThreadId),
): void {
  const ownerId = sessionUserId()
  if (ownerId === null) return
  if (change.kind === 'vote') discardRefusedVotes(id)
  void changes.enqueue({
    id: newId(),
    lane,
    ownerId,
    payload: { threadId: MessageThreadId, messageId: id, change },
  })
}

/**
 * Discards an unsent message or forward. If the server has it although its reply was lost, the server deletes it; in the chat of
 * an alert it stays, as a record.
 */
export function cancelMessage({ id, lane, ownerId, state, tries, isRestored, payload }: PendingMessage | PendingChange): void {
  outbox.discard(id)
  const mayHaveArrived = state !== 'failed' && (tries > 0 || isRestored)
  if (!mayHaveArrived || ('alertId' in payload && payload.alertId !== null)) return
  const change = { kind: 'deleteSent' } as const
  void changes.enqueue({ id: newId(), lane, ownerId, payload: { threadId: payload.threadId, messageId: id, change } })
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
function changedBy(all: readonly PendingChange[], threadId: string, messages: readonly Message[], userId: string | null) {
  const ofThread = all.filter(({ payload, state }) => payload.threadId === threadId && state !== 'failed')
  if (ofThread.length === 0 || userId === null) return messages
  const byMessage = new Map<string, PendingChange[]>()
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

/** Returns what a reply quotes as it is with the unsent changes of the user. */
export function useChangedQuote(quote: Quote): Quote {
  const all = useSyncExternalStore(outbox.subscribe, changes.entries)
  return useMemo(() => {
    const entries = all.filter(({ payload, state }) => payload.messageId === quote.id && state !== 'failed')
    const changesOf = entries.map(({ payload }) => payload.change)
    return withQuoteChanges(quote, changesOf)
  }, [all, quote])
}

/** Returns the unsent messages that the user forwards to a thread, the oldest first. */
export function useForwardsTo(threadId: string): readonly PendingChange[] {
  const all = useSyncExternalStore(outbox.subscribe, changes.entries)
  return useMemo(
    () => all.filter(({ payload: { change } }) => change.kind === 'forward' && change.toThreadId === threadId),
    [all, threadId],
  )
}
