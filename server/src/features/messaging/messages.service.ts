import { createHash } from 'node:crypto'
import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { Media } from '@noroshi/contract/files'
import type { Language } from '@noroshi/contract/i18n'
import type { Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { Deps } from '#/deps.ts'
import { type FileReaders, insertFiles, presentMedia } from '#/features/files/files.service.ts'
import { requestTranscripts } from '#/features/files/transcripts.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { threadRoom } from './messaging.rooms.ts'
import { presentNewMessage, readersOf } from './messaging.present.ts'
import { announceFirstMessage } from './personal.service.ts'
import {
  type AlertThread,
  existingMessage,
  isRepeatedClientId,
  messageRowOf,
  type NewMessage,
  type OpenAlertThread,
  pageOfMessages,
  type SendMessage,
} from './messaging.service.ts'
import { alertOfMessage, messagePosition, type NewRow } from './messaging.sql.ts'
import { createBatchedSend } from './send.service.ts'
import { type InsertedChat, insertChat, type NewChat } from './send.sql.ts'
import { assertMayWrite, listRecipients, membershipIn } from './threads.service.ts'
import type { Watermarks } from './watermarks.service.ts'

type UploadForm = z.output<typeof messageRoutes.upload.form>
type Page = z.output<typeof messageRoutes.list.query>

/**
 * Returns the function that sends messages without files. It throws thread.notFound (404) for a sender who is not a member,
 * thread.blocked (403), conflict (409) and tooManyRequests (429) for a sender whose texts have become too many bytes at their
 * receivers.
 */
export function createSendMessage(deps: Deps, watermarks: Watermarks): SendMessage {
  const insertBatched = createBatchedSend(deps)
  return async (sender, message, alert) => {
    takeFanOut(deps, sender, message, alert)
    return write(deps, watermarks, messageRowOf(deps, sender, message), (row, ids) =>
      insert(insertBatched, { row, ids, alert, medias: [] }),
    )
  }
}

/** @throws tooManyRequests (429) */
function takeFanOut(
  { realtime }: Deps,
  sender: SignedIn,
  message: Pick<NewMessage, 'threadId' | 'text'>,
  alert?: AlertThread,
): void {
  const receivers = realtime.localSocketCount(alert?.rooms ?? [threadRoom(message.threadId)])
  if (!realtime.fanOut.take(sender.id, Buffer.byteLength(message.text), receivers)) throw new AppError('tooManyRequests')
}

/** Dependencies of uploads to threads, besides {@link Deps}. */
export interface UploadPorts {
  readonly watermarks: Watermarks
  readonly openAlertThread: OpenAlertThread
}

/**
 * Checks the right to write before an upload is stored. The statement that inserts the message checks it again.
 * @throws thread.notFound, alert.notFound (404); thread.blocked (403).
 */
export async function assertMayUpload(
  deps: Deps,
  { openAlertThread }: UploadPorts,
  viewer: SignedIn,
  { messageThreadId, messageType }: UploadForm,
): Promise<void> {
  if (messageType === 'alertChat') await openAlertThread(viewer, messageThreadId)
  else await assertMayWrite(deps.db, viewer, messageThreadId)
}

/**
 * @param language in which voice notes are recognised
 * @throws thread.noFiles (400) for a message without files and without a location; and the errors of {@link createSendMessage}.
 */
export async function uploadMessage(
  deps: Deps,
  ports: UploadPorts,
  viewer: SignedIn,
  form: UploadForm,
  files: readonly ReceivedFile[],
  language: Language,
): Promise<Message> {
  if (files.length === 0 && (form.latitude === null || form.longitude === null)) throw new AppError('thread.noFiles')
  const filesHash = createHash('sha256')
    .update(JSON.stringify(files.map(({ sentHash }) => sentHash)))
    .digest()
  const message: NewMessage = { ...form, threadId: form.messageThreadId, ...(files.length > 0 && { filesHash }) }
  const sent = messageRowOf(deps, viewer, message)
  const alert = form.messageType === 'alertChat' ? await ports.openAlertThread(viewer, form.messageThreadId) : undefined
  takeFanOut(deps, viewer, message, alert)
  return write(deps, ports.watermarks, sent, (row, ids) =>
    deps.db
      .transaction()
      .execute(async (tx) => {
        const rows = await insertFiles(tx, { kind: 'message', id: row.id }, files)
        const medias = (await requestTranscripts(tx, rows, language)).map(presentMedia)
        const chat = await insert((newChat) => insertChat(tx, newChat), { row, ids, alert, medias })
        if (!chat) throw new NotInserted() // rolls back the rows of the files
        return chat
      })
      .catch(undefinedIfNotInserted),
  )
}

class NotInserted extends Error {}

function undefinedIfNotInserted(error: unknown): undefined {
  if (!(error instanceof NotInserted)) throw error
}

/** Max attempts to insert a message whose thread changes at the same time (members, name). */
const INSERT_ATTEMPTS_MAX = 20

/**
 * Repeats the statement until it inserts the message.
 * @returns undefined if a member of a personal thread blocks the other
 * @throws thread.notFound (404) for a sender who is not a member (any more); alert.notFound (404); unavailable (503) after {@link INSERT_ATTEMPTS_MAX}
 * attempts.
 */
async function insertWithRetry(
  deps: Deps,
  row: NewRow,
  statement: () => Promise<InsertedMessage | undefined>,
): Promise<InsertedMessage | undefined> {
  for (let attempt = 1; attempt <= INSERT_ATTEMPTS_MAX; attempt++) {
    const inserted = await statement()
    if (inserted) return inserted
    if (row.message_type === 'alertChat') throw new AppError('alert.notFound') // an administrator has just deleted the alert
    if ((await membershipIn(deps.db, { id: row.sender_id }, row.thread_id)).is_blocked) return undefined
  }
  throw new AppError('unavailable')
}

interface EventIds {
  readonly message: string
  readonly acceptance: string
}
interface InsertedMessage extends InsertedChat {
  readonly payload: Omit<Message, 'seq'>
}

/** Inserts a chat message with its event by one statement and wakes the journal reader. Every chat message uses it. */
async function write(
  deps: Deps,
  watermarks: Watermarks,
  row: NewRow,
  statement: (row: NewRow, ids: EventIds) => Promise<InsertedMessage | undefined>,
): Promise<Message> {
  const ids = { message: newId(), acceptance: newId() }
  try {
    const inserted = await insertWithRetry(deps, row, () => statement(row, ids))
    if (!inserted) return await repeatedOrBlocked(deps, row)
    if (inserted.was_behind) watermarks.changed(row.thread_id)
    if (inserted.seq === 1 && inserted.recipient_id !== null)
      await announceFirstMessage(deps, row.thread_id, inserted.recipient_id).catch(deps.logError)
    return { ...inserted.payload, seq: inserted.seq, ...readersOf(inserted.recipient_id) }
  } catch (error) {
    if (!isRepeatedClientId(error)) throw error
    return await existingMessage(deps, row)
  } finally {
    deps.journal.wake()
  }
}

interface NewContent {
  readonly row: NewRow
  readonly ids: EventIds
  readonly alert: AlertThread | undefined
  readonly medias: Media[]
}

async function insert(
  execute: (chat: NewChat) => Promise<InsertedChat | undefined>,
  { row, ids, alert, medias }: NewContent,
): Promise<InsertedMessage | undefined> {
  const payload = { ...presentNewMessage(row, medias), alertId: alert?.alertId ?? null }
  const event = { eventId: ids.message, rooms: alert?.rooms ?? [threadRoom(row.thread_id)], payload }
  const inserted = await execute({ row, event, acceptance: { eventId: ids.acceptance, room: userRoom(row.sender_id) } })
  return inserted && { ...inserted, payload }
}

/** Returns the message if an earlier request of the client inserted it before the block. @throws thread.blocked (403). */
async function repeatedOrBlocked(deps: Deps, row: NewRow): Promise<Message> {
  if (row.client_id === null) throw new AppError('thread.blocked')
  return existingMessage(deps, row).catch(() => {
    throw new AppError('thread.blocked')
  })
}

/** Returns a page of a thread's chat, oldest first. @throws thread.notFound (404). */
export async function listMessages(deps: Deps, viewer: SignedIn, id: string, page: Page) {
  await membershipIn(deps.db, viewer, id)
  const { items, nextCursor } = await pageOfMessages(deps, id, 'normalChat', page)
  return { items: await listRecipients(deps.db, id, items), nextCursor }
}

/** Current members of a thread, and the readers of an alert, may read the files of its messages. */
export const messageFileReader =
  (mayReadAlert: FileReaders['alert']): FileReaders['message'] =>
  async (deps, grants, messageId) => {
    if (grants.viewer !== null && (await messagePosition(deps.db, messageId, grants.viewer.id))) return true
    const alert = await alertOfMessage(deps.db, messageId)
    return alert !== undefined && mayReadAlert(deps, grants, alert.id)
  }
