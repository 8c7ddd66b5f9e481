import { v7 as uuidv7 } from 'uuid'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { personOf } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentMessage, presentNew } from './messaging.present.ts'
import { gramsOf } from './search-words.ts'
import { insertMessage, messageOfClient, messagesBefore, type NewRow } from './messaging.sql.ts'

export interface NewMessage {
  readonly threadId: string
  readonly messageType: Message['messageType']
  readonly text: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** The sender's clock, a hint; the server's when it gave none. */
  readonly messageAt?: string | undefined
  readonly clientId?: string | undefined
  /** Of the files that come with it, as they were sent. */
  readonly filesHash?: Buffer | undefined
}

export const rowOf = (deps: Pick<Deps, 'now'>, sender: SignedIn, message: NewMessage): NewRow => {
  const now = deps.now()
  return {
    ...personOf(sender),
    id: uuidv7(),
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

/**
 * Appends to an alert's thread whose rights were checked, and tells its rooms. The hot path: one statement, durable when it returns.
 * @throws conflict (409) when the same `clientId` carried other content.
 */
export async function appendMessage(
  deps: Deps,
  sender: SignedIn,
  message: NewMessage & { readonly alertId: string },
  rooms: readonly string[],
): Promise<Message> {
  const row = rowOf(deps, sender, message)
  const eventId = uuidv7()
  const payload = { ...presentNew(row, []), alertId: message.alertId }
  const flight = deps.announcer.takeOff()
  try {
    const { seq, horizon } = await insertMessage(deps.db, row, { eventId, rooms, payload })
    const placed = { ...payload, seq }
    flight.land([{ eventId, name: 'messages:new_message', rooms, payload: placed }], horizon)
    return placed
  } catch (error) {
    flight.fail(error, [eventId])
    if (!isRepetition(error)) throw error
    return await repeated(deps, row)
  } finally {
    flight.end()
  }
}

/** The sender's device sent this id before. */
export const isRepetition = (error: unknown): boolean => isUniqueViolation(error, 'messages_by_client')

/** @throws conflict (409) when the same id carried something else. */
export async function repeated(deps: Deps, sent: NewRow): Promise<Message> {
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
  Buffer.compare(row.files_hash ?? NOTHING, sent.files_hash ?? NOTHING) === 0

const NOTHING = Buffer.alloc(0)

/** A page of an alert's thread whose rights were checked, oldest first; `nextCursor` is the `before` of the page above. */
export async function messagesOfThread(deps: Deps, threadId: string, before: number | undefined, limit: number) {
  const rows = await messagesBefore(deps.db, threadId, 'alertChat', before, limit + 1)
  const page = rows.slice(0, limit).toReversed()
  return {
    items: page.map(presentMessage),
    nextCursor: rows.length > limit ? String(page[0]?.seq ?? '') : null,
  }
}
