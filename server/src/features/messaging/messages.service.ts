import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Media } from '@noroshi/contract/files'
import type { Message, messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { Announcement } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { discardReceived, type FileReaders, insertFiles, presentMedia } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { threadRoom, userRoom } from '#/realtime/rooms.ts'
import { presentMessage, presentNew, readersOf } from './messaging.present.ts'
import { isRepetition, type NewMessage, repeated, rowOf } from './messaging.service.ts'
import { messagePlace, messagesAfter, messagesBefore, type NewRow } from './messaging.sql.ts'
import { sendingTogether } from './send.service.ts'
import { type ChatWritten, insertChat, type NewChat } from './send.sql.ts'
import { membershipIn } from './threads.service.ts'
import type { Watermarks } from './watermarks.service.ts'

type SendBody = z.output<typeof messageRoutes.send.body>
type UploadForm = z.output<typeof messageRoutes.upload.form>
type Page = z.output<typeof messageRoutes.list.query>

/** What is sent throws thread.notFound (404) for who is not in it; thread.blocked (403); conflict (409). */
export function sendingOn(deps: Deps, watermarks: Watermarks): (viewer: SignedIn, body: SendBody) => Promise<Message> {
  const insertChatOf = sendingTogether(deps.db)
  return (viewer, body) =>
    write(deps, watermarks, rowOf(deps, viewer, { ...body, threadId: body.messageThreadId }), (row, ids) =>
      insert(insertChatOf, row, ids, []),
    )
}

/** Asked before the first byte of an upload is kept; the statement that writes asks again. @throws thread.notFound, thread.blocked. */
export async function mayWrite(deps: Deps, viewer: SignedIn, { messageThreadId }: UploadForm): Promise<void> {
  if ((await membershipIn(deps.db, viewer, messageThreadId)).is_blocked) throw new AppError('thread.blocked')
}

/** @throws thread.noFiles (400) for neither files nor a place; and what a message without files throws. */
export async function uploadMessage(
  deps: Deps,
  watermarks: Watermarks,
  viewer: SignedIn,
  form: UploadForm,
  files: readonly ReceivedFile[],
): Promise<Message> {
  if (files.length === 0 && (form.latitude === null || form.longitude === null)) throw new AppError('thread.noFiles')
  const filesHash = createHash('sha256')
    .update(JSON.stringify(files.map(({ sentHash }) => sentHash)))
    .digest()
  const message: NewMessage = { ...form, threadId: form.messageThreadId, ...(files.length > 0 && { filesHash }) }
  const sent = rowOf(deps, viewer, message)
  const written = await write(deps, watermarks, sent, (row, event) =>
    deps.db
      .transaction()
      .execute(async (tx) => {
        const rows = await insertFiles(tx, { kind: 'message', id: row.id }, files)
        const chat = await insert((one) => insertChat(tx, one), row, event, rows.map(presentMedia))
        if (!chat) throw new Refused() // the files' rows go as well
        return chat
      })
      .catch(unlessRefused),
  )
  if (written.id !== sent.id) await discardReceived(deps, files)
  return written
}

class Refused extends Error {}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error
}

/** So often a message is written again whose thread changed under it, by people who come, go or rename it. */
const TRIES = 20

/** Undefined: a block. @throws thread.notFound (404) for who is not in it (any more). */
async function whileAllowed(
  deps: Deps,
  row: NewRow,
  statement: () => Promise<Written | undefined>,
): Promise<Written | undefined> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const written = await statement()
    if (written) return written
    if ((await membershipIn(deps.db, { id: row.sender_id }, row.thread_id)).is_blocked) return undefined
  }
  throw new AppError('unavailable')
}

interface EventIds {
  readonly message: string
  readonly acceptance: string
}
interface Written extends ChatWritten {
  readonly payload: Omit<Message, 'seq'>
}

/** The way of every chat message: one statement writes it, then its thread is told. */
async function write(
  deps: Deps,
  watermarks: Watermarks,
  row: NewRow,
  statement: (row: NewRow, ids: EventIds) => Promise<Written | undefined>,
): Promise<Message> {
  const ids = { message: uuidv7(), acceptance: uuidv7() }
  const flight = deps.announcer.takeOff()
  try {
    const written = await whileAllowed(deps, row, () => statement(row, ids))
    if (!written) return await repeatedOrBlocked(deps, row)
    const message = { ...written.payload, seq: written.seq, ...readersOf(written.recipient_id) }
    flight.land(announcementsOf(ids, message, written.accepts), written.horizon)
    if (written.was_behind) watermarks.changed(row.thread_id)
    return message
  } catch (error) {
    flight.fail(error, Object.values(ids))
    if (!isRepetition(error)) throw error
    return await repeated(deps, row)
  } finally {
    flight.end()
  }
}

async function insert(
  inserts: (chat: NewChat) => Promise<ChatWritten | undefined>,
  row: NewRow,
  ids: EventIds,
  medias: Media[],
): Promise<Written | undefined> {
  const payload = presentNew(row, medias)
  const event = { eventId: ids.message, rooms: [threadRoom(row.thread_id)], payload }
  const written = await inserts({ row, event, acceptance: { eventId: ids.acceptance, room: userRoom(row.sender_id) } })
  return written && { ...written, payload }
}

const announcementsOf = (ids: EventIds, message: Message, accepts: boolean): Announcement[] => [
  { eventId: ids.message, name: 'messages:new_message', rooms: [threadRoom(message.MessageThreadId)], payload: message },
  ...(accepts
    ? [{ eventId: ids.acceptance, name: 'membership:changed' as const, rooms: [userRoom(message.SenderId)], payload: {} }]
    : []),
]

/** What was written before a block is answered again after it. @throws thread.blocked (403). */
async function repeatedOrBlocked(deps: Deps, row: NewRow): Promise<Message> {
  if (row.client_id === null) throw new AppError('thread.blocked')
  return repeated(deps, row).catch(() => {
    throw new AppError('thread.blocked')
  })
}

/** A page of a thread's chat, oldest first. @throws thread.notFound (404). */
export async function listMessages(deps: Deps, viewer: SignedIn, id: string, { before, after, limit }: Page) {
  await membershipIn(deps.db, viewer, id)
  const below = after === undefined
  const rows = below
    ? (await messagesBefore(deps.db, id, 'normalChat', before, limit + 1)).toReversed()
    : await messagesAfter(deps.db, id, 'normalChat', after, limit + 1)
  const page = below ? rows.slice(-limit) : rows.slice(0, limit)
  const next = rows.length > limit ? page.at(below ? 0 : -1)?.seq : undefined
  return { items: page.map(presentMessage), nextCursor: next === undefined ? null : String(next) }
}

/** A file of a message is read by who is in its thread now. */
export const mayReadMessageFiles: FileReaders['message'] = async (deps, { viewer }, messageId) =>
  viewer !== null && (await messagePlace(deps.db, messageId, viewer.id)) !== undefined
