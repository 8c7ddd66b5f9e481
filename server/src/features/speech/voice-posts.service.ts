import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownLanguage } from '@noroshi/contract/i18n'
import { AUDIO_BYTES_MAX, AUDIO_PART_BYTES_MAX, RADIO_TRANSMISSION_MS } from '@noroshi/contract/limits'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { discardUnclaimed } from '#/features/files/files.service.ts'
import { insertRadioMessage, setTranscription } from '#/features/messaging/radio-messages/radio-messages.service.ts'
import type { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { readLive } from '#/features/radio/radio.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { encodeInTurn } from '#/http/uploads/upload-media.ts'
import { DOWNLOAD, HEAD_BYTES, kindOf } from '#/http/uploads/upload-types.ts'
import type { SpeechResult, SpeechStream } from '#/ports/speech.ts'
import { radioRoom } from '#/features/radio/radio.rooms.ts'
import {
  claimDue,
  countWaiting,
  deleteStoredBefore,
  markStored,
  partsOf,
  type StreamRow,
  streamById,
} from './audio-streams.sql.ts'
import { CommandStreams } from '#/features/hands-free/command-streams.service.ts'
import { assertMayWrite } from '#/features/messaging/threads.service.ts'
import { LiveTranscripts } from './live-transcripts.ts'

/** Max milliseconds that a message waits for its text. Later text follows by `messages:updated`. */
const TEXT_WAIT_MS = 1500
/** Milliseconds after which another process stores a recording whose process has ended. */
const CLAIMED_MS = 120_000
/** Milliseconds between two looks for recordings whose last part was lost. */
const CHECK_EVERY_MS = 5000
/** Milliseconds for which a stored recording recognises repeated parts. */
const REPETITIONS_MS = 3_600_000
/** Milliseconds of one part. */
const PART_MS = 1000

/** Max bytes of a recording: the part that exceeded the limit belongs to it. */
const BYTES_MAX = AUDIO_BYTES_MAX + AUDIO_PART_BYTES_MAX

/** Stores recordings as radio messages. */
export class VoicePosts {
  readonly #deps: Deps
  readonly #watermarks: Watermarks
  readonly transcripts: LiveTranscripts
  readonly commands: CommandStreams

  constructor(deps: Deps, watermarks: Watermarks) {
    this.#deps = deps
    this.#watermarks = watermarks
    this.transcripts = new LiveTranscripts(deps)
    this.commands = new CommandStreams(deps)
    deps.metrics.watchBacklog('voice posts', () => countWaiting(deps.db))
  }

  /** Stores the recording with this id if it is due, else nothing. */
  readonly storeIfDue = async (id: string): Promise<void> => {
    for (const due of await claimDue(this.#deps.db, CLAIMED_MS, id)) await this.#store(due)
  }

  /** Stores the recordings whose last part was lost, and the recordings of ended processes. */
  readonly job: Job = {
    name: 'voice posts',
    every: CHECK_EVERY_MS,
    isPerProcess: true,
    run: async () => {
      const errors: unknown[] = []
      for (const due of await claimDue(this.#deps.db, CLAIMED_MS, null))
        await this.#store(due).catch((error: unknown) => errors.push(error)) // it stays claimed for a while, and is due again
      if (errors.length > 0) throw new AggregateError(errors, 'some recordings could not be stored')
    },
  }

  async #store(id: string): Promise<void> {
    const { db, now } = this.#deps
    const found = await streamById(db, id)
    if (found === undefined) return
    const parts = await partsOf(db, id)
    const result = await this.#recognise(found, parts)
    if (result.text?.isSpeech !== false && (await this.#maySend(found.sender, found.stream.thread_id))) {
      const [first, last] = [parts[0]?.timestamp ?? 0, parts.at(-1)?.timestamp ?? 0]
      const durationMs = result.text?.durationMs ?? Math.min(RADIO_TRANSMISSION_MS, last - first + PART_MS)
      await this.#insert(found, Buffer.concat(parts.map(({ bytes }) => bytes)), durationMs, result)
    } else {
      // A recording without speech is not kept, and its parts were written all the same.
      const bytes = parts.reduce((sum, part) => sum + part.bytes.length, 0)
      await this.#deps.dailyUsage.addFiles({ userId: found.sender.id, source: null }, 'emergency', bytes)
    }
    await this.#deps.transaction((tx) => markStored(tx, id, now()))
  }

  /** `text` is null while the recogniser has no result; `late` resolves with it. */
  async #recognise(
    { stream: { id, language }, sender }: NonNullable<Awaited<ReturnType<typeof streamById>>>,
    parts: readonly { readonly bytes: Buffer }[],
  ): Promise<{ text: SpeechResult | null; late: Promise<SpeechResult> }> {
    const stream = this.transcripts.take(id, parts.length) ?? this.#openWhole(language, sender.id, parts)
    const late = stream.finish()
    return { late, text: await Promise.race([late, sleep(TEXT_WAIT_MS, null, { ref: false })]) }
  }

  #openWhole(language: string, speakerId: string, parts: readonly { readonly bytes: Buffer }[]): SpeechStream {
    const ignore = () => undefined
    const stream = this.#deps.speech.open({
      language: knownLanguage(language),
      speakerId,
      onPartial: ignore,
      onEndOfUtterance: ignore,
    })
    for (const { bytes } of parts) stream.acceptRecording(bytes)
    return stream
  }

  /** Whether the sender is still a member of the thread and not blocked. */
  async #maySend(sender: SignedIn, threadId: string): Promise<boolean> {
    try {
      await assertMayWrite(this.#deps.db, sender, threadId)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async #insert(
    { stream, sender }: { readonly stream: StreamRow; readonly sender: SignedIn },
    bytes: Buffer,
    durationMs: number,
    { text, late }: { readonly text: SpeechResult | null; readonly late: Promise<SpeechResult> },
  ): Promise<void> {
    const deps = this.#deps
    const { id, thread_id: threadId, language, started_at: saidAt } = stream
    const { radioChat } = await readLive(deps, sender, threadId)
    const recording = await storeRecording(deps, sender.id, bytes, saidAt)
    if ((await streamById(deps.db, id)) === undefined) {
      await discardUnclaimed(deps, [recording]) // the account of the sender was deleted meanwhile
      return
    }
    const message = {
      id,
      threadId,
      radioChatId: radioChat?.id ?? null,
      recording,
      durationMs,
      saidAt,
      language: knownLanguage(language),
      text: text?.text ?? null,
      isPending: text === null || text.isLost === true,
    }
    const rooms = [radioRoom(threadId)]
    await insertRadioMessage(deps, this.#watermarks, sender, message, rooms)
    await discardUnclaimed(deps, [recording]) // if an earlier attempt stored the message
    if (text !== null) return
    deps.runInBackground(async () => {
      const { text: lateText, isLost } = await late
      if (!isLost) await setTranscription(deps, id, lateText, rooms) // else the job of pending recordings does it
    })
  }
}

/**
 * Stores a recording without metadata. A file of another type becomes a download. A recording whose metadata cannot be removed is
 * replaced by an empty download, so that the message keeps its text.
 */
async function storeRecording(
  { storage }: Pick<Deps, 'storage'>,
  speakerId: string,
  sent: Buffer,
  at: Date,
): Promise<ReceivedFile> {
  const { type, extension, bytes } = await cleanRecording(speakerId, sent)
  const { key, size, hash } = await storage.put(Readable.from([bytes]), BYTES_MAX)
  const name = `radio-${at.toISOString().replaceAll(/[:.]/g, '-')}${extension}`
  return { storageKey: key, previewKey: null, type, name, size, width: null, height: null, sentHash: hash }
}

async function cleanRecording(speakerId: string, sent: Buffer): Promise<{ type: string; extension: string; bytes: Buffer }> {
  const kind = await kindOf(sent.subarray(0, HEAD_BYTES))
  if (kind.is === 'download') return { type: DOWNLOAD, extension: '', bytes: sent }
  const turn = { isSos: false, source: speakerId, isMember: true, signal: new AbortController().signal }
  const cleaned =
    kind.is === 'recording' ? await encodeInTurn(turn, { as: 'recording', type: kind.type }, async () => sent) : 'unsupported'
  if (typeof cleaned === 'string' || !cleaned.type.startsWith('audio/'))
    return { type: DOWNLOAD, extension: '', bytes: Buffer.alloc(0) }
  return { ...cleaned, extension: `.${cleaned.extension}` }
}

/** Deletes stored recordings whose parts are no longer repeated. The messages stay. */
export const deleteStoredStreams = ({ db, now }: Deps) => deleteStoredBefore(db, new Date(now().getTime() - REPETITIONS_MS))
