import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { decodeRadioFrame } from '@noroshi/contract/radio/frames'
import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { Watermarks } from '#/features/messaging/watermarks.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { SpeechStream } from '#/ports/speech.ts'
import type { Socket } from '#/realtime/io.ts'
import { radioRoom } from '#/realtime/rooms.ts'
import type { FloorGrant } from './radio-floor.ts'
import { Floors } from './radio-floor.service.ts'
import { renewFloors } from './radio-floor.sql.ts'
import { storeTransmission } from './radio-recorder.service.ts'
import { touchPages } from './radio.sql.ts'
import { Transmission, type TransmissionStart } from './transmission.ts'

/** Milliseconds for which an ended transmission is kept for `outcomeOf`. Later its message is read from the database. */
const OUTCOME_KEPT_MS = 120_000

type Frame = NonNullable<ReturnType<typeof decodeRadioFrame>>

/** A page at this process that is in a radio chat. */
export interface LocalPage {
  readonly socket: Socket
  readonly viewer: SignedIn
  readonly threadId: string
  readonly radioChatId: string
  readonly endpointId: string
}

type PageId = Pick<LocalPage, 'threadId' | 'endpointId'> & { readonly userId: string }

const keyOf = ({ threadId, userId, endpointId }: PageId) => `${threadId} ${userId} ${endpointId}`
const idOf = ({ threadId, viewer, endpointId }: LocalPage): PageId => ({ threadId, userId: viewer.id, endpointId })

/** The pages of this process that are in radio chats, and their transmissions. The floor itself is in PostgreSQL. */
export class RadioChannels {
  readonly floors: Floors
  readonly #deps: Deps
  readonly #watermarks: Watermarks
  readonly #pages = new Map<string, LocalPage>()
  /** The current transmissions of these pages, and for some time those that ended. */
  readonly #transmissions = new Map<string, Transmission>()

  constructor(deps: Deps, watermarks: Watermarks) {
    this.floors = new Floors(deps)
    this.#deps = deps
    this.#watermarks = watermarks
    deps.journal.onDelivered(({ name, payload }) => {
      // `as`: the name and its payload were typed together where they were emitted.
      if (name === 'radio:floor') this.#followFloor(payload as RadioFloor)
      if (name === 'asr-chat:updated') this.#followEnd(payload as RadioChat)
    })
  }

  get hasPages(): boolean {
    return this.#pages.size > 0
  }

  /** Registers a page that joined. A page that reconnected replaces its earlier socket. */
  add(page: LocalPage): void {
    const key = keyOf(idOf(page))
    const known = this.#pages.get(key)
    this.#pages.set(key, page)
    if (known?.socket !== page.socket) page.socket.once('disconnect', () => this.#disconnected(key, page.socket))
  }

  /** Forgets a page that leaves, and ends its transmission. */
  async remove(id: PageId): Promise<void> {
    this.#pages.delete(keyOf(id))
    await this.release(id)
  }

  /** Ends the transmission of a page, or removes the page from the queue. */
  async release(id: PageId): Promise<void> {
    for (const transmission of this.#current()) if (keyOf(pageOf(transmission)) === keyOf(id)) this.#end(transmission)
    await unlessEnded(this.floors.release(id.threadId, id))
  }

  /** Begins the transmission of a local page that got the floor. A page at another process begins there. */
  begin(page: LocalPage, grant: FloorGrant, floorVersion: number): void {
    if (this.#transmissions.has(grant.transmissionId)) return
    const start: TransmissionStart = {
      id: grant.transmissionId,
      threadId: page.threadId,
      radioChatId: page.radioChatId,
      speaker: page.viewer,
      endpointId: page.endpointId,
      socket: page.socket,
      language: grant.language === 'ja' ? 'ja' : 'en',
      endsWithUtterance: grant.endsWithUtterance,
      floorVersion,
      startedAt: this.#deps.now(),
    }
    this.#transmissions.set(start.id, new Transmission(start, (transmission) => this.#openStream(transmission)))
  }

  /** Takes a frame of a socket and relays it to the others. @throws radio.notSpeaking (409) */
  relay(socket: Socket, frame: Frame, bytes: Uint8Array | ArrayBuffer): void {
    const transmission = this.#transmissions.get(frame.transmissionId)
    const room = transmission && radioRoom(transmission.start.threadId)
    if (room === undefined || transmission?.start.socket !== socket || transmission.hasEnded || !socket.rooms.has(room))
      throw new AppError('radio.notSpeaking')
    if (transmission.accept(frame)) this.#deps.realtime.emitSound(room, bytes, socket.id)
  }

  /** Returns the page of a socket; undefined if the socket has not joined with it. */
  pageOf(socket: Socket, id: PageId): LocalPage | undefined {
    const page = this.#pages.get(keyOf(id))
    return page?.socket === socket ? page : undefined
  }

  /** Returns the outcome of a transmission of a user at this process; undefined for any other. */
  outcomeOf(transmissionId: string, userId: string): Promise<Message | null> | undefined {
    const transmission = this.#transmissions.get(transmissionId)
    return transmission?.start.speaker.id === userId ? transmission.outcome : undefined
  }

  /** Ends transmissions that are too long, without frames or no longer allowed, and renews the floor of the others. */
  async check(): Promise<void> {
    const over = this.#current().filter(
      (one) => one.isLost() || one.isOver() || !one.start.socket.rooms.has(radioRoom(one.start.threadId)),
    )
    for (const transmission of over) {
      this.#end(transmission)
      await unlessEnded(this.floors.end(transmission.start.threadId, transmission.start.id))
    }
    const ids = this.#current().map(({ start }) => start.id)
    if (ids.length > 0) await renewFloors(this.#deps.db, ids)
  }

  /** Renews the pages of this process. */
  async touch(): Promise<void> {
    const pages = [...this.#pages.values()].map((page) => ({ ...idOf(page), radioChatId: page.radioChatId }))
    if (pages.length > 0) await touchPages(this.#deps.db, pages)
  }

  #current(): Transmission[] {
    return [...this.#transmissions.values()].filter((transmission) => !transmission.hasEnded)
  }

  /** Ends the transmissions that a newer floor has ended, and begins that of a local page. */
  #followFloor(floor: RadioFloor): void {
    for (const one of this.#current()) {
      const { id, radioChatId, floorVersion } = one.start
      if (radioChatId === floor.radioChatId && id !== floor.transmissionId && floorVersion < floor.version) this.#end(one)
    }
    const { transmissionId, speakerId, endpointId, language, endsWithUtterance, version } = floor
    if (transmissionId === null || speakerId === null || endpointId === null || language === null) return
    const page = this.#pages.get(keyOf({ threadId: floor.messageThreadId, userId: speakerId, endpointId }))
    const grant = { transmissionId, userId: speakerId, endpointId, language, endsWithUtterance }
    if (page?.radioChatId === floor.radioChatId) this.begin(page, grant, version)
  }

  /** Forgets the pages of a radio chat that ended. */
  #followEnd({ id, endedAt, MessageThreadId }: RadioChat): void {
    if (endedAt === null) return
    for (const [key, { radioChatId, socket }] of this.#pages)
      if (radioChatId === id) {
        this.#pages.delete(key)
        void socket.leave(radioRoom(MessageThreadId))
      }
  }

  #disconnected(key: string, socket: Socket): void {
    const page = this.#pages.get(key)
    if (page?.socket !== socket) return
    this.#pages.delete(key)
    this.#deps.runInBackground(() => this.release(idOf(page)))
  }

  #openStream({ start }: Transmission): SpeechStream {
    const room = radioRoom(start.threadId)
    const emitText = (text: string, isEndOfUtteranceDetected: boolean) =>
      this.#deps.realtime.emitHint('message:transcribe-message', [room], {
        messageThreadId: start.threadId,
        transmissionId: start.id,
        userId: start.speaker.id,
        text,
        timestamp: this.#deps.now().toISOString(),
        isEndOfUtteranceDetected,
      })
    let latest = ''
    return this.#deps.speech.open({
      language: start.language,
      onPartial: (text) => {
        latest = text
        emitText(text, false)
      },
      onEndOfUtterance: () => {
        emitText(latest, true)
        if (start.endsWithUtterance) this.#deps.runInBackground(() => this.release({ ...start, userId: start.speaker.id }))
      },
    })
  }

  /** Ends a transmission at this process and stores its message in the background. The floor is not changed. */
  #end(transmission: Transmission): void {
    const { id, threadId } = transmission.start
    transmission.end((stream) => {
      const packets = transmission.packets.length
      const end = { messageThreadId: threadId, transmissionId: id, packets }
      this.#deps.realtime.emitHint('radio:end', [radioRoom(threadId)], end)
      return storeTransmission(this.#deps, this.#watermarks, transmission, stream)
    })
    setTimeout(() => this.#transmissions.delete(id), OUTCOME_KEPT_MS).unref()
    this.#deps.runInBackground(async () => {
      await transmission.outcome
    })
  }
}

const pageOf = ({ start: { threadId, speaker, endpointId } }: Transmission): PageId => ({
  threadId,
  userId: speaker.id,
  endpointId,
})

/** The end of a radio chat has freed its floor. */
async function unlessEnded(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'radio.notRunning') && !isConnectionLost(error)) throw error
  }
}
