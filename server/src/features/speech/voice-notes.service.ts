import { knownLanguage } from '@noroshi/contract/i18n'
import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { roomsOfThread } from '#/features/alerts/chat/alert-chat.service.ts'
import { emitTranscript as emitAlert } from '#/features/alerts/alerts.service.ts'
import {
  type ClaimedNote,
  claimNote,
  countPendingNotes,
  postponeNote,
  type RecordingFile,
  recordingById,
  setResult,
  waitingNotes,
} from '#/features/files/transcripts.service.ts'
import { emitTranscript as emitMessage } from '#/features/messaging/changes/change-message.service.ts'
import type { SpeechResult } from '#/ports/speech.ts'
import { StorageUnavailable } from '#/ports/storage.ts'
import { NoteTurns } from './note-turns.ts'

/** Milliseconds between two looks for voice notes. */
const CHECK_EVERY_MS = 1000
/** Max milliseconds of the recognition of one voice note, by the kind of its sender. */
const RECOGNISED_WITHIN_MS = { user: 240_000, anonymous: 60_000 } as const
type Sender = keyof typeof RECOGNISED_WITHIN_MS
/** Milliseconds after which another process recognises a voice note. */
const CLAIMED_MS = 300_000
/** Milliseconds until the second attempt, and the most between two: each is twice as long as the one before. */
const RETRY_FIRST_MS = 15_000
const RETRY_MAX_MS = 1_800_000
/** Attempts until a voice note has no transcript because the recogniser is lost each time: some three hours. */
const ATTEMPTS_MAX = 12

/**
 * Recognises the voice notes of chats and alerts: one of a user and one of a caller without a session at a time in each process,
 * so that users never wait for callers without a session. Radio messages, which people wait for, share the decoders with two
 * sources. A note of an ended process is recognised by another one.
 */
export function voiceNotesJob(deps: Deps): Job {
  deps.metrics.watchBacklog('voice notes', () => countPendingNotes(deps.db))
  const lanes = (['user', 'anonymous'] as const).map((sender) => createLane(deps, sender))
  return {
    name: 'voice notes',
    every: CHECK_EVERY_MS,
    isPerProcess: true,
    async run() {
      for (const start of lanes) start()
    },
  }
}

/** @returns the function that recognises the waiting notes of a kind of senders, one after the other, unless it does so already */
function createLane(deps: Deps, sender: Sender): () => void {
  const turns = new NoteTurns()
  let isBusy = false
  const transcribeAll = async () => {
    try {
      let isRunning = true
      while (isRunning) {
        const next = turns.next(await waitingNotes(deps.db, sender === 'anonymous'))
        if (next === undefined) return
        const note = await claimNote(deps.db, next.file_id, CLAIMED_MS)
        // Another process has claimed it, or its message was deleted.
        isRunning = note === undefined || (await transcribe(deps, note, sender))
      }
    } catch (error) {
      if (!isConnectionLost(error)) throw error
    } finally {
      isBusy = false
    }
  }
  return () => {
    if (isBusy) return
    isBusy = true
    // In the background: the close of the server waits for a job, and ends the recogniser afterwards.
    deps.runInBackground(transcribeAll)
  }
}

/** @returns false if the recogniser was lost: it does not run now */
async function transcribe(deps: Deps, note: ClaimedNote, sender: Sender): Promise<boolean> {
  const startedAt = performance.now()
  const { text, isLost } = await recognise(deps, note, sender)
  const isTooLong = performance.now() - startedAt >= RECOGNISED_WITHIN_MS[sender]
  if (isLost && !isTooLong && note.attempts < ATTEMPTS_MAX) {
    await postponeNote(deps.db, note.file_id, Math.min(RETRY_FIRST_MS * 2 ** (note.attempts - 1), RETRY_MAX_MS))
    return false
  }
  await deps.transaction(async (tx) => {
    if (!(await setResult(tx, note.file_id, text === null ? 'unavailable' : 'complete', text ?? ''))) return
    const recording = await recordingById(tx, note.file_id)
    if (recording) await emitTranscript(tx, deps, recording)
  })
  return !isLost
}

async function recognise(
  { speech, storage, logError }: Deps,
  { language, storage_key }: ClaimedNote,
  sender: Sender,
): Promise<SpeechResult> {
  const ignore = () => undefined
  const stream = speech.open({
    language: knownLanguage(language),
    // The notes of a kind share the decoders as one source, so that they take turns with those who speak now.
    speakerId: `voice notes: ${sender}`,
    onPartial: ignore,
    onEndOfUtterance: ignore,
    finishWithinMs: RECOGNISED_WITHIN_MS[sender],
  })
  try {
    // `as`: a byte stream
    for await (const bytes of await storage.get(storage_key)) stream.acceptRecording(bytes as Uint8Array)
    return await stream.finish()
  } catch (error) {
    logError(error)
    stream.close()
    return { text: null, isSpeech: true, ...(error instanceof StorageUnavailable && { isLost: true }) }
  }
}

/** Emits the message or alert of a voice note whose transcript changed. */
export async function emitTranscript(tx: Tx, { now }: Pick<Deps, 'now'>, recording: RecordingFile): Promise<void> {
  const { parent_kind, parent_id, thread_id, message_type, file_id } = recording
  if (parent_kind === 'alert') return emitAlert(tx, parent_id, file_id)
  const rooms = message_type === 'alertChat' && thread_id !== null ? await roomsOfThread(tx, thread_id) : null
  await emitMessage(tx, parent_id, rooms, now())
}
