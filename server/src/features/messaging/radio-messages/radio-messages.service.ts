import type { z } from 'zod'
import { toStorable } from '@noroshi/contract/define'
import { knownLanguage, type Language } from '@noroshi/contract/i18n'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { type Message, type MessagePageQuery } from '@noroshi/contract/messaging/messaging.http'
import { RadioRecording } from '@noroshi/contract/messaging/message-parts'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { Db } from '#/db/pool.ts'
import { inSnapshot } from '#/db/snapshot.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { discardAfterError, insertFiles } from '#/features/files/files.service.ts'
import type { Correction } from '#/features/files/transcripts.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { alertOfChannel } from '../groups/alert-channels.sql.ts'
import { threadRoom } from '../messaging.rooms.ts'
import { presentMessage } from '../messaging.present.ts'
import { messageRowOf, pageOfMessages } from '../messaging.service.ts'
import { messagesById } from '../messaging.sql.ts'
import {
  insertRadioRow,
  insertRecording,
  latestRadioMessages,
  messagesOfRadioChat,
  pendingRecordings,
  radioMarksOf,
  type RadioMarkRow,
  type RecordingRow,
  recordingsOf,
  removedRadioSeq,
  updateCorrection,
  updateTranscription,
} from './radio-messages.sql.ts'
import { presentThread } from '../threads.present.ts'
import { ownThreads } from '../threads.sql.ts'
import type { Watermarks } from '../watermarks.service.ts'

export type { PendingRecording } from './radio-messages.sql.ts'

/** A recording that becomes a radio message. */
export interface NewRadioMessage {
  /** The id of the message. A stored message with this id is returned as it is. */
  readonly id: string
  readonly threadId: string
  /** The radio chat in which it was said; null for a voice post without one. */
  readonly radioChatId: string | null
  readonly recording: ReceivedFile
  readonly durationMs: number
  readonly language: Language
  /** The text of the recogniser; null without one. */
  readonly text: string | null
  /** `text` follows by {@link setTranscription}. */
  readonly isPending: boolean
  /** When the speaker began. */
  readonly saidAt: Date
}

/**
 * Stores a radio message with its recording and emits it to the members of the thread. The bytes of the recording are deleted
 * when the message cannot be stored.
 * @param rooms further rooms that receive it
 */
export async function insertRadioMessage(
  deps: Deps,
  watermarks: Watermarks,
  sender: SignedIn,
  radio: NewRadioMessage,
  rooms: readonly string[] = [],
): Promise<Message> {
  const { threadId, saidAt, durationMs, language } = radio
  const content = {
    threadId,
    messageType: 'asrChat' as const,
    text: toStorable(radio.text ?? ''),
    latitude: null,
    longitude: null,
  }
  const row = { ...messageRowOf(deps, sender, { ...content, messageAt: saidAt.toISOString() }), id: radio.id }
  const transcription = radio.isPending ? 'pending' : radio.text === null ? 'unavailable' : 'complete'
  let isNew = false
  try {
    const message = await deps.transaction(async (tx) => {
      isNew = await insertRadioRow(tx, row)
      if (isNew) {
        await insertFiles(tx, { kind: 'message', id: row.id }, [radio.recording])
        const recording = {
          message_id: row.id,
          radio_chat_id: radio.radioChatId,
          duration_ms: durationMs,
          language,
          transcription,
          corrected_at: null,
        }
        await insertRecording(tx, recording)
        tx.emit('messages:new_message', [threadRoom(threadId), ...rooms], await readRadioMessage(tx, row.id))
        await emitSpoken(tx, threadId, row.id)
      }
      return readRadioMessage(tx, row.id)
    })
    if (isNew) await deps.dailyUsage.addFiles(usageOf(sender), 'emergency', radio.recording.size).catch(deps.logError)
    return message
  } catch (error) {
    await discardAfterError(error, deps, [radio.recording])
    throw error
  } finally {
    watermarks.changed(threadId)
  }
}

/** Reports a message to the record of the alert whose radio channel its thread is. */
async function emitSpoken(tx: Tx, threadId: string, messageId: string): Promise<void> {
  const alertId = await alertOfChannel(tx, threadId)
  if (alertId !== undefined) tx.emitInternal('alert:spoken', { alertId, messageId })
}

/** @throws budget.radio (507) for a user whose recordings of today have reached their limit. */
export async function assertMayRecord({ dailyUsage }: Deps, sender: SignedIn): Promise<void> {
  await dailyUsage.assertFilesLeft(usageOf(sender), 'emergency').catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('budget.radio') : error
  })
}

const usageOf = ({ id }: SignedIn) => ({ userId: id, source: null })

/** Stores the text of a message that was inserted with `isPending`, and emits the message. @param text null: not recognised */
export const setTranscription = (
  deps: Deps,
  messageId: string,
  text: string | null,
  rooms: readonly string[] = [],
): Promise<void> =>
  deps.transaction(async (tx) => {
    const transcription = text === null ? 'unavailable' : 'complete'
    if (!(await updateTranscription(tx, messageId, transcription, text ?? '', deps.now()))) return
    const message = await readRadioMessage(tx, messageId)
    tx.emit('messages:updated', [threadRoom(message.MessageThreadId), ...rooms], message)
    await emitSpoken(tx, message.MessageThreadId, messageId)
  })

/** Replaces the text of a radio message by the speaker's correction, and emits the message. */
export async function correctRadioMessage(deps: Deps, tx: Tx, messageId: string, correction: Correction): Promise<void> {
  if (!(await updateCorrection(tx, messageId, correction, deps.now()))) return
  const message = await readRadioMessage(tx, messageId)
  tx.emit('messages:updated', [threadRoom(message.MessageThreadId)], message)
  await emitSpoken(tx, message.MessageThreadId, messageId)
}

/** Returns recordings that were stored before `before` and have no result of the recognition. */
export const listPendingRecordings = (deps: Deps, before: Date, limit: number) => pendingRecordings(deps.db, before, limit)

/** Returns a radio message; undefined if it does not exist. */
export const findRadioMessage = (db: Db, id: string): Promise<Message | undefined> =>
  inSnapshot(db, async (snapshot) => (await readRadioMessages(snapshot, id))[0])

/** Returns a radio message within a transaction; undefined if it does not exist. */
export const radioMessageWithin = async (tx: Db, id: string): Promise<Message | undefined> => (await readRadioMessages(tx, id))[0]

/** Returns a radio message with its recording. @param tx - has just written the message */
export async function readRadioMessage(tx: Tx, id: string): Promise<Message> {
  const [message] = await readRadioMessages(tx, id)
  if (!message) throw new Error(`radio message ${id} is missing`)
  return message
}

const readRadioMessages = async (db: Db, id: string): Promise<Message[]> =>
  withRecordings(db, (await messagesById(db, [id])).map(presentMessage))

/** Returns a page of the radio messages of a thread, oldest first. The caller has checked the right to read. */
export const pageOfRadioMessages = (deps: Deps, threadId: string, page: z.output<typeof MessagePageQuery>) =>
  inSnapshot(deps.db, async (db) => {
    const { items, nextCursor } = await pageOfMessages({ ...deps, db }, threadId, 'asrChat', page)
    return { items: await withRecordings(db, items), nextCursor, ...(await removedRadioOf(db, threadId)) }
  })

/** Returns the newest messages of a radio chat, oldest first. */
export const listOfRadioChat = (db: Db, radioChatId: string): Promise<Message[]> =>
  inSnapshot(db, async (snapshot) =>
    withRecordings(snapshot, (await messagesOfRadioChat(snapshot, radioChatId, PAGE_SIZE)).map(presentMessage)),
  )

/** Returns which radio messages of a thread the retention has removed, as replies have it. */
export const removedRadioOf = async (db: Db, threadId: string) => presentRemoved(await removedRadioSeq(db, threadId))

/** Presents the number of the last removed radio message; 0 for none. */
export const presentRemoved = (removedSeq: number): { removedSeq?: number } => (removedSeq > 0 ? { removedSeq } : {})

/** A thread of the viewer with its last radio message and the viewer's watermarks of radio messages. */
interface ThreadWithRadio {
  readonly thread: MessageThread
  readonly latestMessage: Message | null
  readonly marks: RadioMarkRow
}

/** Returns the viewer's threads that have or had a radio chat, in any order. */
export async function listThreadsWithRadio({ db }: Deps, viewer: SignedIn): Promise<ThreadWithRadio[]> {
  const marks = new Map((await radioMarksOf(db, viewer.id)).map((row) => [row.thread_id, row]))
  const ids = [...marks.keys()]
  if (ids.length === 0) return []
  const latest = await inSnapshot(db, async (snapshot) =>
    withRecordings(snapshot, (await latestRadioMessages(snapshot, ids)).map(presentMessage)),
  )
  const latestOf = new Map(latest.map((message) => [message.MessageThreadId, message]))
  return (await ownThreads(db, viewer.id, ids)).flatMap((row) => {
    const own = marks.get(row.id)
    return own ? [{ thread: presentThread(row, viewer), latestMessage: latestOf.get(row.id) ?? null, marks: own }] : []
  })
}

/** Adds the recordings. A message and its recording change together: other reads than those of the writer need a snapshot. */
async function withRecordings(db: Db, messages: readonly Message[]): Promise<Message[]> {
  const rows = await recordingsOf(
    db,
    messages.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.message_id, row]))
  return messages.map((message) => {
    const row = byId.get(message.id)
    return row ? { ...message, radio: presentRecording(row) } : message
  })
}

const presentRecording = (row: RecordingRow): RadioRecording =>
  RadioRecording.parse({
    radioChatId: row.radio_chat_id,
    durationMs: row.duration_ms,
    language: knownLanguage(row.language),
    transcription: row.transcription,
    isCorrected: row.corrected_at !== null,
  })
