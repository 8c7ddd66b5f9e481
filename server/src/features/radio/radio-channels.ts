import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { decodeRadioFrame } from '@noroshi/contract/radio/frames'
import type { SharedThread } from '@noroshi/contract/messaging/threads.http'
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
import { LEASE_MS, renewFloors } from './radio-floor.sql.ts'
import { storeTransmission } from './radio-recorder.service.ts'
import { raiseChatVersion, touchPages } from './radio.sql.ts'
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

/** Milliseconds for which a floor that an event granted counts as renewed. The next check renews it. */
const GRANT_MS = 600

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
      if (name === 'message-threads:updated') this.#followMembers((payload as SharedThread).id)
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
    if (known?.socket === page.socket) return
    page.socket.once('disconnect', () => this.#disconnected(page))
    if (known) void this.leaveRoom(known.socket, known.threadId)
  }

  /** Forgets a page that leaves with its current socket, and ends its transmission. */
  async remove(socket: Socket, id: PageId): Promise<void> {
    if (this.pageOf(socket, id)) this.#pages.delete(keyOf(id))
    await this.leaveRoom(socket, id.threadId)
    await this.release(socket, id)
  }

  /** Makes a socket leave the radio chat of a thread, unless it has joined with a page. */
  async leaveRoom(socket: Socket, threadId: string): Promise<void> {
    const isUsed = [...this.#pages.values()].some((page) => page.socket === socket && page.threadId === threadId)
    if (!isUsed) await socket.leave(radioRoom(threadId))
  }

  /** Ends what a page began with a socket: its transmission, or its place in the queue. */
  async release(socket: Socket, id: PageId): Promise<void> {
    for (const transmission of this.#current())
      if (transmission.start.socket === socket && keyOf(pageOf(transmission)) === keyOf(id)) this.#end(transmission)
    await unlessEnded(this.floors.release(id.threadId, { ...id, socketId: socket.id }))
  }

  /**
   * Begins the transmission of a local page that got the floor. A page at another process begins there.
   * @param leasedUntil `performance.now()` until which no other page gets the floor
   */
  begin(page: LocalPage, grant: FloorGrant, floorVersion: number, leasedUntil: number): void {
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
      leasedUntil,
    }
    this.#transmissions.set(start.id, new Transmission(start, (transmission) => this.#openStream(transmission)))
  }

  /**
   * Takes a frame of a socket and relays it to the others. Without a renewed floor it is only recorded where Redis carries sound to
   * other processes, because another user may have got the floor there. @throws radio.notSpeaking (409)
   */
  relay(socket: Socket, frame: Frame, bytes: Uint8Array | ArrayBuffer): void {
    const transmission = this.#transmissions.get(frame.transmissionId)
    const room = transmission && radioRoom(transmission.start.threadId)
    if (room === undefined || transmission?.start.socket !== socket || transmission.hasEnded || !socket.rooms.has(room))
      throw new AppError('radio.notSpeaking')
    const mayRelay = transmission.isLeased() || this.#deps.config.redisUrl === null
    if (transmission.accept(frame) && mayRelay) this.#deps.realtime.emitSound(room, bytes, socket.id)
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

  /** Ends transmissions that are too long, without frames or no longer allowed, after renewing the floor of the others. */
  async check(): Promise<void> {
    const isToEnd = (one: Transmission) =>
      one.isLost() || one.isOver() || !one.start.socket.rooms.has(radioRoom(one.start.threadId))
    const over = this.#current().filter(isToEnd)
    const ids = this.#current().flatMap((one) => (over.includes(one) ? [] : one.start.id))
    if (ids.length > 0) {
      const until = performance.now() + LEASE_MS // earlier than by PostgreSQL, which renews it later
      for (const id of await renewFloors(this.#deps.db, ids)) this.#transmissions.get(id)?.renew(until)
    }
    for (const transmission of over) await this.#endNow(transmission)
  }

  /** Renews the pages of this process, and forgets those that joined elsewhere or vanished while PostgreSQL was unavailable. */
  async touch(): Promise<void> {
    const pages = [...this.#pages.values()]
    if (pages.length === 0) return
    const rows = pages.map((page) => ({ ...idOf(page), radioChatId: page.radioChatId, socketId: page.socket.id }))
    for (const { index, has_vanished } of await touchPages(this.#deps.db, rows)) {
      const page = pages[index]
      if (!page || this.#pages.get(keyOf(idOf(page))) !== page) continue // it left or joined meanwhile
      this.#pages.delete(keyOf(idOf(page)))
      await this.leaveRoom(page.socket, page.threadId)
      if (has_vanished) page.socket.disconnect(true) // it reconnects and joins
    }
  }

  #current(): Transmission[] {
    return [...this.#transmissions.values()].filter((transmission) => !transmission.hasEnded)
  }

  /** Ends the transmissions that a newer floor has ended, and begins the transmission of a local page. */
  #followFloor(floor: RadioFloor): void {
    for (const one of this.#current()) {
      const { id, radioChatId, floorVersion } = one.start
      if (radioChatId === floor.radioChatId && id !== floor.transmissionId && floorVersion < floor.version) this.#end(one)
    }
    const { transmissionId, speakerId, endpointId, language, endsWithUtterance, version } = floor
    if (transmissionId === null || speakerId === null || endpointId === null || language === null) return
    const page = this.#pages.get(keyOf({ threadId: floor.messageThreadId, userId: speakerId, endpointId }))
    const grant = { transmissionId, userId: speakerId, endpointId, language, endsWithUtterance }
    if (page?.radioChatId === floor.radioChatId) this.begin(page, grant, version, performance.now() + GRANT_MS)
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

  /** A user who is removed from the thread is no longer in its radio chat: the others get the new list of members. */
  #followMembers(threadId: string): void {
    for (const page of this.#pages.values())
      if (page.threadId === threadId) {
        this.#deps.runInBackground(async () => {
          await raiseChatVersion(this.#deps.db, page.radioChatId)
        })
        return
      }
  }

  #disconnected(page: LocalPage): void {
    const id = idOf(page)
    if (this.pageOf(page.socket, id)) this.#pages.delete(keyOf(id))
    this.#deps.runInBackground(() => this.release(page.socket, id))
  }

  /** Ends a transmission and frees its floor. */
  async #endNow(transmission: Transmission): Promise<void> {
    this.#end(transmission)
    const { id, threadId, socket } = transmission.start
    await unlessEnded(this.floors.end(threadId, id, { ...pageOf(transmission), socketId: socket.id }))
  }

  #openStream(transmission: Transmission): SpeechStream {
    const { start } = transmission
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
      speakerId: start.speaker.id,
      onPartial: (text) => {
        latest = text
        emitText(text, false)
      },
      onEndOfUtterance: () => {
        emitText(latest, true)
        if (start.endsWithUtterance) this.#deps.runInBackground(() => this.#endNow(transmission))
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
