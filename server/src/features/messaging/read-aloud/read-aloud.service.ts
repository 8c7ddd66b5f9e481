import type { z } from 'zod'
import { type Message, type messageRoutes, MessageType, type SpokenAudio } from '@noroshi/contract/messaging/messaging.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import type { SpeechLanguage, SpokenPart, SpokenType } from '@noroshi/contract/speech/speech-service'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import type { SpokenSound } from '#/ports/speech.ts'
import type { JournalEvent } from '#/realtime/journal-reader.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { ownSpeechRoom, speechRoom } from '../messaging.rooms.ts'
import { deleteListener, insertListener, listenedThreads } from '../listeners.sql.ts'
import { pageOfMessages } from '../messaging.service.ts'
import { messagePosition } from '../messaging.sql.ts'
import { spokenMessage, spokenText } from './spoken-text.ts'
import { membershipIn } from '../threads.service.ts'

/** Messages of a process that are spoken at a time, and that may wait. In a flood, further ones are not read aloud. */
const CONCURRENCY = 2
const PENDING_MAX = 16
/** Milliseconds after which the text of a radio message comes too late to be read. */
const LATE_TEXT_MS = 300_000
/** Radio messages of a process whose text was known last: a later event of them is another change, such as a reaction. */
const KNOWN_RADIO_MAX = 1000
/** Texts of requests that may wait for the one that is spoken. Alarms wait for alarms only. */
const REQUESTS_WAITING_MAX = 8
const ALARMS_WAITING_MAX = 32
/**
 * Max characters of the announcement of an alarm: a name, a direction and the kind of the alert. A longer text is not
 * one.
 */
const ALARM_TEXT_MAX = 300

const audioOf = ({ bytes, mimeType }: SpokenSound): SpokenAudio => ({ audio: bytes.toString('base64'), mimeType })

/**
 * Whether an event has a text to read: a new chat message, or a recent radio message with a text that is no correction. Deleted
 * messages have none.
 */
function isReadable(name: JournalEvent['name'], { messageType, text, radio, createdAt, deletion }: Message, now: Date): boolean {
  if (deletion) return false
  if (name === 'messages:new_message' && messageType === 'normalChat') return true
  if (messageType !== 'asrChat' || text === '' || radio?.isCorrected === true) return false
  return now.getTime() - Date.parse(createdAt) < LATE_TEXT_MS
}

/**
 * Reads the messages of threads aloud to the listeners of this process (decisions/0093). Each process of the server
 * does it for its own sockets, after they have received the message. Messages of a thread keep their order.
 */
class ReadAloud {
  readonly #deps: Pick<Deps, 'synthesizer' | 'realtime' | 'now' | 'metrics' | 'logError'>
  readonly #limited = limitConcurrency(CONCURRENCY)
  readonly #lastOf = new Map<string, Promise<void>>()
  /** Ids of the messages that are read or wait, and whether they were deleted meanwhile. */
  readonly #pending = new Map<string, boolean>()
  /** Ids of radio messages whose text was known, the latest last. */
  readonly #knownRadio = new Set<string>()
  #reading = 0

  constructor(deps: Pick<Deps, 'synthesizer' | 'realtime' | 'now' | 'metrics' | 'logError'>) {
    this.#deps = deps
    deps.metrics.watchQueue('read aloud', () => this.#pending.size - this.#reading)
  }

  /** Follows the messages of the journal. */
  start(journal: Deps['journal']): void {
    journal.onDelivered(({ name, payload }) => {
      if (name !== 'messages:new_message' && name !== 'messages:updated') return
      const message = payload as EventPayload<typeof name> // typed together where it was emitted
      if (message.deletion && this.#pending.has(message.id)) this.#pending.set(message.id, true)
      if (!isReadable(name, message, this.#deps.now()) || !this.#isNewText(message)) return
      if (this.#listenersOf(message).length > 0) this.#add(message)
    })
  }

  /** Whether a message has its text since this event. Later events of a radio message have it too. */
  #isNewText({ id, messageType }: Message): boolean {
    if (messageType !== 'asrChat') return true
    if (this.#knownRadio.has(id)) return false
    this.#knownRadio.add(id)
    for (const oldest of this.#knownRadio) {
      if (this.#knownRadio.size <= KNOWN_RADIO_MAX) break
      this.#knownRadio.delete(oldest)
    }
    return true
  }

  #listenersOf({ MessageThreadId, SenderId }: Message): string[] {
    return [...this.#deps.realtime.localUsersIn(speechRoom(MessageThreadId))].filter((id) => id !== SenderId)
  }

  #add(message: Message): void {
    if (this.#pending.size >= PENDING_MAX) return
    const { id, MessageThreadId: threadId } = message
    this.#pending.set(id, false)
    const before = this.#lastOf.get(threadId) ?? Promise.resolve()
    const current = before
      .then(() => this.#limited(() => this.#read(message)))
      .catch(this.#deps.logError)
      .finally(() => {
        this.#pending.delete(id)
        if (this.#lastOf.get(threadId) === current) this.#lastOf.delete(threadId)
      })
    this.#lastOf.set(threadId, current)
  }

  async #read(message: Message): Promise<void> {
    const isDeleted = () => this.#pending.get(message.id) === true
    if (isDeleted()) return
    this.#reading += 1
    const speaking = this.#deps.synthesizer.synthesize({ parts: spokenMessage(message), mimeType: 'audio/webm' })
    const sound = await speaking.finally(() => (this.#reading -= 1))
    if (sound === null || isDeleted()) return
    // Users who lost the right meanwhile have left the topic.
    for (const userId of this.#listenersOf(message)) {
      const payload = { ...message, userId: [userId] as [string], ...audioOf(sound) }
      this.#deps.realtime.emitLocally('message:text-to-speech', ownSpeechRoom(message.MessageThreadId, userId), payload)
    }
  }
}

/** Reads the messages of the journal aloud to the listeners of this process. */
export const followReadableMessages = (deps: Deps): void => new ReadAloud(deps).start(deps.journal)

/**
 * Turns reading aloud of a thread on or off for the device of the session. Its sockets, in all processes, join or leave
 * the speech channel.
 * @returns the languages that have a voice now
 * @throws thread.notFound (404).
 */
export async function setReadAloud(
  deps: Deps,
  viewer: SignedIn,
  { messageThreadId, isTextToSpeechEnable }: z.output<typeof messageRoutes.setSpeechState.body>,
): Promise<{ languages: SpeechLanguage[] }> {
  await membershipIn(deps.db, viewer, messageThreadId)
  await deps.transaction(async (tx) => {
    if (!isTextToSpeechEnable) await deleteListener(tx, messageThreadId, viewer)
    else if (!(await insertListener(tx, messageThreadId, viewer))) throw new AppError('thread.notFound')
    tx.emit('message:text-to-speech-state', [userRoom(viewer.id)], { messageThreadId })
  })
  return { languages: isTextToSpeechEnable ? [...(await deps.synthesizer.voices())] : [] }
}

/** Returns the threads that are read aloud on the device of the session. */
export const readAloudThreads = async ({ db }: Deps, viewer: SignedIn) => ({ threadIds: await listenedThreads(db, viewer) })

/**
 * A function that returns the announcement of an alarm as sound.
 * @param listenerId the id of the session or of the siren screen
 */
export type SpeakAlarm = (
  listenerId: string,
  announcement: { readonly text: string; readonly mimeType: SpokenType },
) => Promise<SpokenAudio>
export type Speak = ReturnType<typeof createSpeak>

/**
 * Returns the functions that speak what a page requests: a text, or a message that its user may read. They throw
 * speech.noVoice (503) without a voice for the text, tooManyRequests (429) when many texts are waiting, and
 * message.notFound (404) for a message of a thread that the user is no member of.
 */
export function createSpeak(deps: Deps) {
  const limitedOthers = limitConcurrency(1, REQUESTS_WAITING_MAX)
  const limitedAlarms = limitConcurrency(1, ALARMS_WAITING_MAX)
  deps.metrics.watchQueue('spoken texts', limitedOthers.waiting)
  deps.metrics.watchQueue('spoken alarms', limitedAlarms.waiting)
  /**
   * The sessions and siren screens whose alarm waits or is spoken. Their next text has no priority, so that no device
   * delays the alarms of other devices. Each device of a user speaks the same alarm.
   */
  const alarmed = new Set<string>()
  const speak = async (parts: SpokenPart[], mimeType: SpokenType, isAlarm = false): Promise<SpokenAudio> => {
    const limited = isAlarm ? limitedAlarms : limitedOthers
    const sound = parts.length === 0 ? null : await limited(() => deps.synthesizer.synthesize({ parts, mimeType, isAlarm }))
    if (sound === null) throw new AppError('speech.noVoice')
    return audioOf(sound)
  }
  /** Speaks the announcement of an alarm for a session or a siren screen. */
  const speakAlarm: SpeakAlarm = async (listenerId, { text, mimeType }) => {
    const parts = spokenText(text)
    if (text.length > ALARM_TEXT_MAX || alarmed.has(listenerId)) return speak(parts, mimeType)
    alarmed.add(listenerId)
    return speak(parts, mimeType, true).finally(() => alarmed.delete(listenerId))
  }
  return {
    text: async (viewer: SignedIn, { text, mimeType, isAlarm }: z.output<typeof messageRoutes.speak.body>) =>
      isAlarm ? speakAlarm(viewer.sessionId, { text, mimeType }) : speak(spokenText(text), mimeType),
    alarm: speakAlarm,
    message: async (viewer: SignedIn, id: string, mimeType: SpokenType) =>
      speak(spokenMessage(await readableMessage(deps, viewer, id)), mimeType),
  }
}

/** @throws message.notFound (404) for a message that does not exist, or of a thread that the user is no member of */
async function readableMessage(deps: Deps, viewer: SignedIn, id: string): Promise<Message> {
  const position = await messagePosition(deps.db, id, viewer.id)
  if (!position) throw new AppError('message.notFound')
  const { thread_id: threadId, message_type: type, seq } = position
  const { items } = await pageOfMessages(deps, threadId, MessageType.parse(type), { after: seq - 1, limit: 1 })
  const [message] = items
  if (message?.id !== id) throw new AppError('message.notFound')
  return message
}
