import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { Message, MessagePageQuery, MessageType } from '@noroshi/contract/messaging/messaging.http'
import { pageBy } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { presentMessage } from './messaging.present.ts'
import { gramsOfMessage } from './search/grams.ts'
import { bodyHashOf, contentOf, forwardHashOf, type NewMessage, type NewRow } from './message-columns.ts'
import { messagesAfter, messagesBefore } from './messaging.sql.ts'

type Page = z.output<typeof MessagePageQuery>

/** The thread of an alert, opened by the alerts feature. */
export interface AlertThread {
  readonly threadId: string
  readonly alertId: string
  /** Rooms of all readers of the alert. */
  readonly rooms: readonly string[]
}

/**
 * Opens the thread of an alert for a user who writes to it. The alerts feature provides it, because the members of such a thread
 * are the readers of the alert.
 * @throws alert.notFound (404), also for a thread of another kind.
 */
export type OpenAlertThread = (sender: SignedIn, threadId: string) => Promise<AlertThread>

/** Sends a message without files. The caller passes `alert` for the chat of an alert, after it has checked the right. */
export type SendMessage = (sender: SignedIn, message: NewMessage, alert?: AlertThread) => Promise<Message>

export function messageRowOf(deps: Pick<Deps, 'now'>, sender: Pick<SignedIn, 'id'>, message: NewMessage): NewRow {
  const now = deps.now()
  const content = contentOf(message)
  const { clientId, forwardOf } = message
  const bodyHash = forwardOf === undefined ? bodyHashOf(content) : forwardHashOf(message.threadId, forwardOf)
  return {
    ...content,
    id: newId(),
    sender_id: sender.id,
    client_id: clientId ?? null,
    body_hash: clientId === undefined ? null : bodyHash,
    grams: message.messageType === 'normalChat' ? gramsOfMessage({ ...message, transcript: null }) : null,
    message_at: message.messageAt === undefined ? now : new Date(message.messageAt),
    created_at: now,
    updated_at: now,
  }
}

/** Returns a page of the messages of a thread, oldest first. The caller has checked the right to read. */
export async function pageOfMessages(deps: Deps, threadId: string, type: MessageType, { before, after, limit }: Page) {
  const isOlderPage = after === undefined
  const rows = isOlderPage
    ? await messagesBefore(deps.db, threadId, type, before, limit + 1)
    : await messagesAfter(deps.db, threadId, type, after, limit + 1)
  const { items, nextCursor } = pageBy(({ seq }) => String(seq), rows, limit, presentMessage)
  return { items: isOlderPage ? items.toReversed() : items, nextCursor }
}
