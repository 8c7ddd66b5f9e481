import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AUDIO_BYTES_MAX, AUDIO_PART_BYTES_MAX, AUDIO_PARTS_MAX, BYTES_PER_MB } from '@noroshi/contract/limits'
import type { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { assertNamesCaller, type SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import {
  insertPart,
  insertStream,
  lockStream,
  measureParts,
  setDue,
  type StreamKey,
  type StreamRow,
} from './audio-streams.sql.ts'
import type { CommandStreams } from '#/features/hands-free/command-streams.service.ts'
import { assertMayRecord } from '#/features/messaging/radio-messages/radio-messages.service.ts'
import { assertMayWrite } from '#/features/messaging/threads.service.ts'
import type { LiveTranscripts } from './live-transcripts.ts'

type Form = z.output<typeof speechRoutes.audioStream.form>

/** The thread of a spoken command, which belongs to none. */
const SPOKEN_COMMAND = ''
/** Milliseconds after the last part until its recording is stored, for parts that arrive late. */
const LATE_PART_MS = 500
/** Milliseconds without a part after which a recording ends. */
const LOST_SENDER_MS = 10_000

/** @throws forbidden (403) for the id or the token of another user; thread.notFound (404), thread.blocked (403). */
export async function assertMaySend(deps: Deps, { viewer, request }: PartCall, form: Form): Promise<void> {
  assertNamesCaller(request, form)
  const { MessageThreadId } = form
  if (MessageThreadId !== SPOKEN_COMMAND) await assertMayWrite(deps.db, viewer, MessageThreadId)
}

interface PartCall {
  readonly viewer: SignedIn
  readonly request: FastifyRequest
}

export interface PartPorts {
  readonly transcripts: LiveTranscripts
  readonly commands: CommandStreams
  /** Stores the recording with this id if it is due. */
  readonly storeIfDue: (id: string) => Promise<void>
}

/**
 * Stores a part of a recording, or recognises a part of a spoken command. A repeated part has no effect.
 * @throws speech.recordingTooLong (413), which ends the recording; speech.recordingEnded (409); file.tooLarge (413).
 */
export async function receivePart(
  deps: Deps,
  { transcripts, commands, storeIfDue }: PartPorts,
  viewer: SignedIn,
  form: Form,
  file: ReceivedFile | undefined,
): Promise<z.input<typeof speechRoutes.audioStream.reply>> {
  if (file !== undefined && file.size > AUDIO_PART_BYTES_MAX)
    throw new AppError('file.tooLarge', { max: AUDIO_PART_BYTES_MAX / BYTES_PER_MB })
  const bytes = file === undefined ? null : await buffer(await deps.storage.get(file.storageKey))
  if (form.MessageThreadId === SPOKEN_COMMAND) return commands.accept(viewer, form, bytes)
  const { stream, index, isTooLong, isStopped } = await deps.transaction((tx) => appendPart(tx, deps, viewer, form, bytes))
  if (isStopped)
    deps.runInBackground(async () => {
      await sleep(LATE_PART_MS + 1)
      await storeIfDue(stream.id)
    })
  if (isTooLong) throw new AppError('speech.recordingTooLong')
  if (bytes !== null && index !== null) {
    const { language, MessageThreadId: threadId } = form
    transcripts.accept({ messageId: stream.id, threadId, userId: viewer.id, language }, index, bytes)
  }
  return { messageId: stream.id }
}

interface Appended {
  readonly stream: StreamRow
  /** The index of the part in its recording; null for a repeated part. */
  readonly index: number | null
  readonly isTooLong: boolean
  readonly isStopped: boolean
}

async function appendPart(tx: Tx, deps: Deps, viewer: SignedIn, form: Form, bytes: Buffer | null): Promise<Appended> {
  const { timestamp, recStop } = form
  const stream = await openStream(tx, deps, viewer, form, bytes !== null)
  if (bytes !== null) {
    const hash = createHash('sha256').update(bytes).digest()
    if (!(await insertPart(tx, { stream_id: stream.id, timestamp, hash, bytes })))
      return { stream, index: null, isTooLong: false, isStopped: false }
  }
  if (stream.claimed_until !== null || stream.stored_at !== null) throw new AppError('speech.recordingEnded')
  const measured = await measureParts(tx, stream.id, timestamp)
  const isTooLong = measured.bytes > AUDIO_BYTES_MAX || measured.parts > AUDIO_PARTS_MAX
  const stop = recStop === 'manual-disable' || isTooLong ? Math.max(timestamp, stream.stop_timestamp ?? 0) : stream.stop_timestamp
  await setDue(tx, stream.id, stop === null ? LOST_SENDER_MS : LATE_PART_MS, stop)
  return { stream, index: measured.until - 1, isTooLong, isStopped: stop !== null }
}

/**
 * Locks the stream of a part. A part with sound starts one.
 * @throws speech.recordingEnded (409) for the end of no recording; budget.radio (507).
 */
async function openStream(tx: Tx, deps: Deps, viewer: SignedIn, form: Form, hasSound: boolean): Promise<StreamRow> {
  const key: StreamKey = { sessionId: viewer.sessionId, threadId: form.MessageThreadId }
  const existing = await lockStream(tx, key, form.timestamp)
  if (existing !== undefined) return existing
  if (!hasSound) throw new AppError('speech.recordingEnded')
  await assertMayRecord(deps, viewer)
  await insertStream(tx, newId(), key, form.language, deps.now())
  const started = await lockStream(tx, key, form.timestamp)
  if (started === undefined) throw new AppError('unavailable') // another request ended it meanwhile
  return started
}
