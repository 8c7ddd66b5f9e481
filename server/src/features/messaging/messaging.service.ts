import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { Message, MessagePageQuery, MessageType } from '@noroshi/contract/messaging/messaging.http'
import { pageBy } from '#/db/page-of.ts'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { personOf } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentMessage } from './messaging.present.ts'
import { gramsOf } from './grams.ts'
import { messageOfClient, messagesAfter, messagesBefore, type NewRow } from './messaging.sql.ts'

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

export interface NewMessage {
  readonly threadId: string
  readonly messageType: MessageType
  readonly text: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** Time by the sender's clock, a hint. The server's time is used if it is missing. */
  readonly messageAt?: string | undefined
  readonly clientId?: string | undefined
  /** Hash of the attached files as the client sent them. */
  readonly filesHash?: Buffer | undefined
}

/** Sends a message without files. The caller passes `alert` for the chat of an alert, after it has checked the right. */
export type SendMessage = (sender: SignedIn, message: NewMessage, alert?: AlertThread) => Promise<Message>

export const messageRowOf = (deps: Pick<Deps, 'now'>, sender: SignedIn, message: NewMessage): NewRow => {
  const now = deps.now()
  return {
    ...personOf(sender),
    id: newId(),
    thread_id: message.threadId,
    sender_id: sender.id,
    message_type: message.messageType,
    text: message.text,
    latitude: message.latitude,
    longitude: message.longitude,
    message_at: message.messageAt === undefined ? now : new Date(message.messageAt),
    client_id: message.clientId ?? null,
    files_hash: message.filesHash ?? null,
    grams: message.messageType === 'normalChat' ? gramsOf(message.text) : null,
    created_at: now,
    updated_at: now,
  }
}

/** Returns true if the sender's client sent this `clientId` before. */
export const isRepeatedClientId = (error: unknown): boolean => isUniqueViolation(error, 'messages_by_client')

/** Returns the message that the `clientId` created. @throws conflict (409) when it has other content. */
export async function existingMessage(deps: Deps, sent: NewRow): Promise<Message> {
  const row = await messageOfClient(deps.db, sent.sender_id, sent.client_id ?? '')
  if (!row || !isSame(row, sent)) throw new AppError('conflict')
  return presentMessage(row)
}

const isSame = (row: Omit<NewRow, 'grams'>, sent: NewRow): boolean =>
  row.thread_id === sent.thread_id &&
  row.message_type === sent.message_type &&
  row.text === sent.text &&
  row.latitude === sent.latitude &&
  row.longitude === sent.longitude &&
  Buffer.compare(row.files_hash ?? NO_FILES_HASH, sent.files_hash ?? NO_FILES_HASH) === 0

const NO_FILES_HASH = Buffer.alloc(0)

/** Returns a page of the messages of a thread, oldest first. The caller has checked the right to read. */
export async function pageOfMessages(deps: Deps, threadId: string, type: MessageType, { before, after, limit }: Page) {
  const isOlderPage = after === undefined
  const rows = isOlderPage
    ? await messagesBefore(deps.db, threadId, type, before, limit + 1)
    : await messagesAfter(deps.db, threadId, type, after, limit + 1)
  const { items, nextCursor } = pageBy(({ seq }) => String(seq), rows, limit, presentMessage)
  return { items: isOlderPage ? items.toReversed() : items, nextCursor }
}
