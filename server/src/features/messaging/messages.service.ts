import { createHash } from 'node:crypto'
import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { Language } from '@noroshi/contract/i18n'
import type { Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { personOf } from '#/features/accounts/people/people.service.ts'
import { type FileColumns, type FileReaders, insertFiles } from '#/features/files/files.service.ts'
import { requestTranscripts } from '#/features/files/transcripts.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { takeMentions } from './mentions.service.ts'
import type { NewMessage, NewRow } from './message-columns.ts'
import { presentMessage } from './messaging.present.ts'
import { threadRoom } from './messaging.rooms.ts'
import { seqAt } from './message-times.sql.ts'
import { announceFirstMessage } from './personal.service.ts'
import { type AlertThread, messageRowOf, type OpenAlertThread, pageOfMessages, type SendMessage } from './messaging.service.ts'
import { alertOfMessage, messageOfClient, messagePosition, type QuoteColumns, quotedIn } from './messaging.sql.ts'
import { textWithOptions } from './polls/poll-text.ts'
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
  return (sender, message, alert) =>
    send(deps, watermarks, { sender, message, alert }, (newChatWith) => insertBatched(newChatWith([])))
}

/** Bytes of a message without its text, about. */
export const ENVELOPE_BYTES = 1000

/**
 * Counts the bytes that a message is at all of its receivers.
 * @param envelope bytes besides the text: {@link ENVELOPE_BYTES} for a change of them, which is not limited by the number of messages
 * @throws tooManyRequests (429)
 */
export function takeFanOut(
  { realtime }: Deps,
  sender: SignedIn,
  message: Pick<NewMessage, 'threadId' | 'text'>,
  alert?: AlertThread,
  envelope = 0,
): void {
  const receivers = realtime.localSocketCount(alert?.rooms ?? [threadRoom(message.threadId)])
  const bytes = Buffer.byteLength(message.text) + envelope
  if (!realtime.fanOut.take(sender.id, bytes, receivers)) throw new AppError('tooManyRequests')
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
  const alert = form.messageType === 'alertChat' ? await ports.openAlertThread(viewer, form.messageThreadId) : undefined
  return sendWithFiles(deps, ports.watermarks, { sender: viewer, message, alert }, files, language)
}

/**
 * Sends a message with files whose bytes are stored.
 * @param language of voice notes; null: they need no transcript
 * @throws the errors of {@link createSendMessage}
 */
export const sendWithFiles = (
  deps: Deps,
  watermarks: Watermarks,
  sent: Sent,
  files: readonly ReceivedFile[],
  language: Language | null,
): Promise<Message> =>
  send(deps, watermarks, sent, (newChatWith, id) =>
    deps.db
      .transaction()
      .execute(async (tx) => {
        const rows = await insertFiles(tx, { kind: 'message', id }, files)
        const medias = language === null ? rows : await requestTranscripts(tx, rows, language)
        const chat = await insertChat(tx, newChatWith(medias))
        if (!chat) throw new NotInserted() // rolls back the rows of the files
        return chat
      })
      .catch(undefinedIfNotInserted),
  )

class NotInserted extends Error {}

function undefinedIfNotInserted(error: unknown): undefined {
  if (!(error instanceof NotInserted)) throw error
}

/** Max attempts to insert a message whose thread changes at the same time (members, name). */
const INSERT_ATTEMPTS_MAX = 20

interface Sent {
  readonly sender: SignedIn
  readonly message: NewMessage
  readonly alert: AlertThread | undefined
}

/**
 * Sends a chat message: `insert` writes it with its event by one statement. Every chat message uses it.
 * @throws unavailable (503) after {@link INSERT_ATTEMPTS_MAX} attempts; and the errors of {@link createSendMessage}.
 */
async function send(
  deps: Deps,
  watermarks: Watermarks,
  { sender, message, alert }: Sent,
  insert: (newChatWith: (medias: readonly FileColumns[]) => NewChat, id: string) => Promise<InsertedChat | undefined>,
): Promise<Message> {
  if (message.poll) await assertInGroup(deps, sender, message.threadId)
  takeFanOut(deps, sender, { ...message, text: textWithOptions(message.text, message.poll) }, alert)
  const mentions = alert ? null : await takeMentions(deps, sender, message)
  const row = { ...messageRowOf(deps, sender, message), mentions }
  const newChatWith =
    (quote: QuoteColumns | null) =>
    (medias: readonly FileColumns[]): NewChat => ({
      row,
      quotedVersion: quote?.version ?? null,
      event: {
        id: newId(),
        rooms: alert?.rooms ?? [threadRoom(row.thread_id)],
        payload: presentMessage({
          ...personOf(sender),
          ...row,
          ...BEFORE_INSERT,
          alert_id: alert?.alertId ?? null,
          medias,
          quote,
        }),
      },
      acceptance: { id: newId(), room: userRoom(sender.id) },
    })
  try {
    for (let attempt = 1; attempt <= INSERT_ATTEMPTS_MAX; attempt++) {
      const quote = row.reply_to_id === null ? null : await quotedBy(deps, sender, row)
      const inserted = await insert(newChatWith(quote), row.id).catch(undefinedIfRepeated)
      if (inserted) return await afterInsert(deps, watermarks, inserted)
      const earlier = await earlierMessage(deps, row)
      if (earlier) return earlier
    }
    throw new AppError('unavailable')
  } finally {
    deps.journal.wake()
  }
}

/** @throws poll.notInGroup (400); thread.notFound (404) for an outsider */
async function assertInGroup({ db }: Deps, sender: SignedIn, threadId: string): Promise<void> {
  if ((await membershipIn(db, sender, threadId)).kind !== 'group') throw new AppError('poll.notInGroup')
}

/** @throws message.notFound (404) for a message of another thread or type; thread.notFound (404) for an outsider. */
async function quotedBy({ db }: Deps, sender: SignedIn, row: NewRow): Promise<QuoteColumns> {
  if (row.message_type !== 'alertChat') await membershipIn(db, sender, row.thread_id)
  const quote = await quotedIn(db, row)
  if (!quote) throw new AppError('message.notFound')
  return quote
}

/** The columns of a new message that no reader has changed and that its insert has not assigned. */
const BEFORE_INSERT = {
  seq: 1,
  version: 1,
  recipient_id: null,
  all_delivered_seq: null,
  all_seen_seq: null,
  edited_at: null,
  pinned_at: null,
  deletion: null,
  reactions: null,
  poll_closed_at: null,
  poll_votes: null,
}

/** The client sent the same `clientId` at the same time. */
function undefinedIfRepeated(error: unknown): undefined {
  if (!isUniqueViolation(error, 'messages_by_client')) throw error
}

async function afterInsert(
  deps: Deps,
  watermarks: Watermarks,
  { payload, recipient_id, was_behind }: InsertedChat,
): Promise<Message> {
  if (was_behind) watermarks.changed(payload.MessageThreadId)
  if (payload.seq === 1 && recipient_id !== null)
    await announceFirstMessage(deps, payload.MessageThreadId, recipient_id).catch(deps.logError)
  return payload
}

/**
 * Returns the message that an earlier request of the client inserted.
 * @returns undefined if the thread changed before the statement had its lock
 * @throws thread.notFound (404) for a sender who is not a member (any more); alert.notFound (404); conflict (409) when the earlier
 * request had other content; thread.blocked (403).
 */
async function earlierMessage({ db }: Deps, row: NewRow): Promise<Message | undefined> {
  const isAlertChat = row.message_type === 'alertChat'
  const isBlocked = !isAlertChat && (await membershipIn(db, { id: row.sender_id }, row.thread_id)).is_blocked
  const earlier = row.client_id === null ? undefined : await messageOfClient(db, row.sender_id, row.client_id)
  if (earlier && row.body_hash?.equals(earlier.bodyHash)) return presentMessage(earlier.row)
  if (isBlocked) throw new AppError('thread.blocked')
  if (earlier) throw new AppError('conflict')
  if (isAlertChat) throw new AppError('alert.notFound') // an administrator has just deleted the alert
  return undefined
}

/** Returns a page of a thread's chat, oldest first. @throws thread.notFound (404). */
export async function listMessages(deps: Deps, viewer: SignedIn, id: string, { at, ...page }: Page) {
  await membershipIn(deps.db, viewer, id)
  const after = at === undefined ? page.after : (await seqAt(deps.db, id, 'normalChat', new Date(at))) - 1
  const { items, nextCursor } = await pageOfMessages(deps, id, 'normalChat', { ...page, after })
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
