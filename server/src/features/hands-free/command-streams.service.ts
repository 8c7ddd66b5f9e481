import type { z } from 'zod'
import { answerGrammar, commandGrammar } from '@noroshi/contract/hands-free/grammar'
import { commandLanguageOf } from '@noroshi/contract/hands-free/phrases'
import type { Language } from '@noroshi/contract/i18n'
import { AUDIO_BYTES_MAX, SPOKEN_COMMAND_MS, SPOKEN_TEXT_MAX } from '@noroshi/contract/limits'
import type { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { SpeechStream } from '#/ports/speech.ts'
import { handsFreeRoom } from './hands-free.rooms.ts'
import { contactsOf } from './contacts.service.ts'

type Form = z.output<typeof speechRoutes.audioStream.form>
type Reply = z.input<typeof speechRoutes.audioStream.reply>
type Spoken = NonNullable<Reply['spoken']>
type Start = Pick<Form, 'timestamp' | 'language' | 'isAnswer'>

/** Spoken commands of one process at a time. */
const STREAMS_MAX = 100
/** Spoken commands of one user at a time. A further one ends the oldest, so that few users cannot take all. */
const STREAMS_OF_USER_MAX = 3
/** Milliseconds without a part after which a recording is given up. */
const LOST_SENDER_MS = 10_000

interface CommandStream {
  readonly id: string
  readonly stream: SpeechStream
  readonly language: Language
  readonly from: number
  lastTimestamp: number
  bytes: number
  text: string
  /** The result, once the recording has ended: by its end of utterance, its length, or its last part. */
  result: Promise<Spoken | null> | null
  /** Whether the page sent its last part. */
  hasEnded: boolean
  timer: NodeJS.Timeout
}

/**
 * The spoken commands that are recorded now, at most one of each session. The sound goes to the recogniser and is not
 * stored (decisions/0094). Parts that arrive at another process start a recording there: the page then sends the whole
 * recording once more.
 */
export class CommandStreams {
  readonly #deps: Deps
  readonly #streams = new Map<string, { readonly userId: string; readonly starting: Promise<CommandStream> }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Recognises a part. The reply to the last part has what was said.
   * @throws speech.recordingEnded (409) for the end of no recording; unavailable (503) while too many users speak.
   */
  async accept(viewer: SignedIn, form: Form, bytes: Buffer | null): Promise<Reply> {
    const { timestamp, recStop } = form
    const current = await this.#current(viewer, form, bytes !== null)
    if (bytes !== null && current.result === null && timestamp > current.lastTimestamp) {
      current.lastTimestamp = timestamp
      current.bytes += bytes.length
      current.stream.acceptRecording(bytes)
      this.#giveUpLater(viewer.sessionId, current)
      if (current.bytes > AUDIO_BYTES_MAX || timestamp - current.from > SPOKEN_COMMAND_MS) void this.#finish(viewer, current)
    }
    if (recStop === 'manual-enable') return { messageId: current.id }
    if (timestamp < current.from) throw new AppError('speech.recordingEnded') // the end of an earlier recording
    // It is kept for a while, because a page without the reply repeats its last part.
    current.hasEnded = true
    current.lastTimestamp = Math.max(current.lastTimestamp, timestamp)
    this.#giveUpLater(viewer.sessionId, current)
    return { messageId: current.id, spoken: await this.#finish(viewer, current) }
  }

  async #current(viewer: SignedIn, part: Start, hasSound: boolean): Promise<CommandStream> {
    const pending = this.#streams.get(viewer.sessionId)
    const known = pending && (await pending.starting)
    const isNext = known?.hasEnded === true && part.timestamp > known.lastTimestamp
    if (known !== undefined && !isNext && part.timestamp - known.lastTimestamp < LOST_SENDER_MS) return known
    if (known !== undefined) this.#remove(viewer.sessionId, known)
    if (!hasSound) throw new AppError('speech.recordingEnded')
    this.#endOldestOf(viewer.id)
    if (this.#streams.size >= STREAMS_MAX) throw new AppError('unavailable')
    const starting = this.#start(viewer, part)
    this.#streams.set(viewer.sessionId, { userId: viewer.id, starting })
    starting.catch(() => this.#streams.delete(viewer.sessionId))
    return starting
  }

  #endOldestOf(userId: string): void {
    const ofUser = [...this.#streams].filter(([, stream]) => stream.userId === userId)
    const [oldest] = ofUser
    if (oldest === undefined || ofUser.length < STREAMS_OF_USER_MAX) return
    const [sessionId, { starting }] = oldest
    this.#streams.delete(sessionId)
    starting.then(
      (stream) => {
        clearTimeout(stream.timer)
        if (!stream.hasEnded) stream.stream.close()
      },
      () => undefined,
    )
  }

  async #start(viewer: SignedIn, { timestamp, language, isAnswer }: Start): Promise<CommandStream> {
    const grammar = isAnswer
      ? answerGrammar(commandLanguageOf(language))
      : commandGrammar(commandLanguageOf(language), (await contactsOf(this.#deps, viewer, language)).contacts)
    const started: CommandStream = {
      id: newId(),
      language,
      from: timestamp,
      lastTimestamp: timestamp - 1,
      bytes: 0,
      text: '',
      result: null,
      hasEnded: false,
      timer: setTimeout(() => undefined, 0),
      stream: this.#deps.speech.open({
        language,
        speakerId: viewer.id,
        grammar,
        onPartial: (text) => {
          started.text = text
          this.#emit(viewer, started, {})
          if (text.length >= SPOKEN_TEXT_MAX) void this.#finish(viewer, started)
        },
        onEndOfUtterance: () => {
          this.#emit(viewer, started, { isEndOfUtteranceDetected: true })
          if (!isAnswer) void this.#finish(viewer, started)
        },
        onCommand: (text) => {
          started.text = text
          this.#emit(viewer, started, { isCommand: true })
        },
      }),
    }
    this.#giveUpLater(viewer.sessionId, started)
    return started
  }

  /** Ends a recording and emits what was said. Repeated calls have the same result. */
  #finish(viewer: SignedIn, current: CommandStream): Promise<Spoken | null> {
    current.result ??= current.stream.finish().then(({ text, isCommand = false }) => {
      current.text = text ?? ''
      this.#emit(viewer, current, { isEndOfUtteranceDetected: true, isFinal: true, isCommand })
      return text === null ? null : { text, isCommand }
    })
    return current.result
  }

  #emit(
    { id: userId }: SignedIn,
    { id, text }: CommandStream,
    { isEndOfUtteranceDetected = false, isFinal = false, isCommand = false },
  ): void {
    this.#deps.realtime.emitHint('hfo:message', [handsFreeRoom(userId)], {
      messageThreadId: null,
      transmissionId: id,
      userId,
      text,
      timestamp: this.#deps.now().toISOString(),
      isEndOfUtteranceDetected,
      isFinal,
      isCommand,
    })
  }

  #giveUpLater(sessionId: string, current: CommandStream): void {
    clearTimeout(current.timer)
    current.timer = setTimeout(() => {
      if (!current.hasEnded) current.stream.close()
      this.#remove(sessionId, current)
    }, LOST_SENDER_MS).unref()
  }

  #remove(sessionId: string, current: CommandStream): void {
    clearTimeout(current.timer)
    const pending = this.#streams.get(sessionId)
    void pending?.starting.then((known) => {
      if (known === current && this.#streams.get(sessionId) === pending) this.#streams.delete(sessionId)
    })
  }
}
