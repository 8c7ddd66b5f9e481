import { v7 as uuidv7 } from 'uuid'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { presentMessage, presentUnplaced } from './messaging.present.ts'
import { insertMessage, messageOfClient, messagesBefore } from './messaging.sql.ts'

interface NewMessage {
  readonly threadId: string
  readonly alertId: string | null
  readonly messageType: Message['messageType']
  readonly text: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** The sender's clock, a hint; the server's when it gave none. */
  readonly messageAt?: string | undefined
  readonly clientId?: string | undefined
}

/**
 * Appends to a thread whose rights were checked, and tells its rooms. The hot path: one statement, durable when it returns.
 * @throws conflict (409) when the same `clientId` carried other words.
 */
export async function appendMessage(
  deps: Deps,
  sender: SignedIn,
  message: NewMessage,
  rooms: readonly string[],
): Promise<Message> {
  const now = deps.now()
  const row = {
    id: uuidv7(),
    thread_id: message.threadId,
    sender_id: sender.id,
    first_name: sender.firstName,
    last_name: sender.lastName,
    avatar_file_id: sender.avatarFileId,
    message_type: message.messageType,
    text: message.text,
    latitude: message.latitude,
    longitude: message.longitude,
    message_at: message.messageAt === undefined ? now : new Date(message.messageAt),
    client_id: message.clientId ?? null,
    version: 1,
    created_at: now,
    updated_at: now,
    alert_id: message.alertId,
  }
  const eventId = uuidv7()
  const payload = presentUnplaced(row)
  const flight = deps.announcer.takeOff()
  try {
    const { seq, horizon } = await insertMessage(deps.db, row, { eventId, rooms, payload })
    const placed = { ...payload, seq }
    flight.land([{ eventId, name: 'messages:new_message', rooms, payload: placed }], horizon)
    return placed
  } catch (error) {
    flight.fail(error, [eventId])
    if (!isUniqueViolation(error, 'messages_by_client')) throw error
    return repeated(deps, sender, message)
  } finally {
    flight.end()
  }
}

async function repeated(deps: Deps, sender: SignedIn, { clientId = '', text, threadId }: NewMessage): Promise<Message> {
  const row = await messageOfClient(deps.db, sender.id, clientId)
  if (!row || row.text !== text || row.thread_id !== threadId) throw new AppError('conflict')
  return presentMessage(row)
}

/** A page of a thread whose rights were checked, oldest first; `nextCursor` is the `before` of the page above. */
export async function messagesOfThread(deps: Deps, threadId: string, before: number | undefined, limit: number) {
  const rows = await messagesBefore(deps.db, threadId, before, limit + 1)
  const page = rows.slice(0, limit).toReversed()
  return {
    items: page.map(presentMessage),
    nextCursor: rows.length > limit ? String(page[0]?.seq ?? '') : null,
  }
}
