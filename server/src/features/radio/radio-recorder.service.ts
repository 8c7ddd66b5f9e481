import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownLanguage } from '@noroshi/contract/i18n'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { RADIO_PACKET_MS } from '@noroshi/contract/limits'
import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import {
  insertRadioMessage,
  listPendingRecordings,
  type PendingRecording,
  setTranscription,
} from '#/features/messaging/radio-messages/radio-messages.service.ts'
import type { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import type { SpeechResult, SpeechStream } from '#/ports/speech.ts'
import { StorageUnavailable } from '#/ports/storage.ts'
import { radioRoom } from './radio.rooms.ts'
import { packRecording } from './recording.ts'
import type { Transmission } from './transmission.ts'

/** Shorter sound is a touch of the button. */
const MIN_SOUND_MS = 300
/** Max milliseconds that a message waits for its text. Later text follows by `messages:updated`. */
const TEXT_WAIT_MS = 1500
/** Attempts to store a recording and its message, and milliseconds between them. */
const STORE_ATTEMPTS = 30
const STORE_RETRY_MS = 1000
/** Bytes of the longest recording: a minute of the largest packets, and its container. */
const RECORDING_BYTES_MAX = 2 * 1024 * 1024
const MINUTE = 60_000
/** Recordings that one run of the job recognises, and those after which it ends because the recogniser was lost. */
const PENDING_PER_RUN = 20
const LOST_PER_RUN = 3
/** Max milliseconds of the recognition of one recording by the job. One that takes longer is not repeated. */
const RECOGNISED_WITHIN_MS = 60_000
/** Milliseconds for which the job repeats a recording whose recogniser was lost. */
const REPEATED_FOR_MS = 180 * MINUTE

/**
 * Stores an ended transmission as a message with its recording. The text is added at once if the recogniser has it in
 * time.
 * @returns null if there was no speech
 */
export async function storeTransmission(
  deps: Deps,
  watermarks: Watermarks,
  { start, packets }: Transmission,
  stream: SpeechStream | null,
): Promise<Message | null> {
  if (packets.length * RADIO_PACKET_MS < MIN_SOUND_MS || stream === null) {
    stream?.close()
    return null
  }
  const finishing = stream.finish()
  const result = await Promise.race([finishing, sleep(TEXT_WAIT_MS, null, { ref: false })])
  if (result?.isSpeech === false) return null
  const { bytes, durationMs } = await packRecording(packets)
  const { id, threadId, radioChatId, language, speaker, startedAt } = start
  const message = { id, threadId, radioChatId, durationMs, language, saidAt: startedAt }
  const text = { text: result?.text ?? null, isPending: result === null || result.isLost === true }
  const stored = await untilStored(deps, async () => {
    const recording = await storeRecording(deps, bytes, startedAt)
    return insertRadioMessage(deps, watermarks, speaker, { ...message, ...text, recording }, [radioRoom(threadId)])
  })
  if (result === null) void finishing.then((late) => setLateText(deps, stored, late))
  return stored
}

async function storeRecording({ storage }: Pick<Deps, 'storage'>, bytes: Uint8Array, at: Date): Promise<ReceivedFile> {
  const { key, size, hash } = await storage.put(Readable.from([bytes]), RECORDING_BYTES_MAX)
  const name = `radio-${at.toISOString().replaceAll(/[:.]/g, '-')}.webm`
  return { storageKey: key, previewKey: null, type: 'audio/webm', name, size, width: null, height: null, sentHash: hash }
}

/** Repeats work that fails for any reason but a refusal, such as a full disk. The packets are in memory only. */
async function untilStored<Result>(deps: Pick<Deps, 'logError'>, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError || attempt === STORE_ATTEMPTS) throw error
      if (attempt === 1 && !isConnectionLost(error)) deps.logError(error)
      await sleep(STORE_RETRY_MS, undefined, { ref: false })
    }
  }
}

/**
 * Adds a text that came after the message. If that fails, or the recogniser was lost, the job of pending recordings
 * does it.
 */
async function setLateText(deps: Deps, { id, MessageThreadId }: Message, { text, isLost }: SpeechResult): Promise<void> {
  if (isLost) return
  await setTranscription(deps, id, text, [radioRoom(MessageThreadId)]).catch((error: unknown) => {
    if (!isConnectionLost(error)) deps.logError(error)
  })
}

/** Number of times that the recogniser was lost during each pending recording, in this process. */
const lossesOf = new Map<string, number>()

/**
 * Recognises recordings whose recogniser was lost, or whose process ended before it received the text. Sound may end
 * the recogniser, so each loss doubles the time until the next attempt.
 */
export async function recognisePending(deps: Deps): Promise<void> {
  const now = deps.now().getTime()
  let lost = 0
  for (const recording of await listPendingRecordings(deps, new Date(now - MINUTE), PENDING_PER_RUN)) {
    const losses = lossesOf.get(recording.message_id) ?? 0
    if (now - recording.created_at.getTime() < MINUTE * 2 ** losses) continue
    const startedAt = performance.now()
    const { text, isLost } = await recognise(deps, recording)
    const isTooLong = performance.now() - startedAt >= RECOGNISED_WITHIN_MS
    if (isLost && !isTooLong && now - recording.created_at.getTime() < REPEATED_FOR_MS) {
      lossesOf.set(recording.message_id, losses + 1)
      lost++
    } else {
      lossesOf.delete(recording.message_id)
      await setTranscription(deps, recording.message_id, text)
    }
    if (lost === LOST_PER_RUN) return
  }
}

async function recognise(deps: Deps, { language, storage_key }: PendingRecording): Promise<SpeechResult> {
  const noCallback = () => undefined
  const stream = deps.speech.open({
    language: knownLanguage(language),
    onPartial: noCallback,
    onEndOfUtterance: noCallback,
    finishWithinMs: RECOGNISED_WITHIN_MS,
  })
  try {
    for await (const bytes of await deps.storage.get(storage_key)) stream.acceptRecording(bytes as Uint8Array) // a byte stream
    return await stream.finish()
  } catch (error) {
    deps.logError(error)
    stream.close()
    return { text: null, isSpeech: true, ...(error instanceof StorageUnavailable && { isLost: true }) }
  }
}

/** Recordings get the text that a killed process did not store. */
export const pendingRecordingsJob = (deps: Deps): Job => ({
  name: 'pending recordings',
  every: MINUTE,
  run: () => recognisePending(deps),
})
