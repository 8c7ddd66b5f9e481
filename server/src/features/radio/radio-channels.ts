import { knownLanguage } from '@noroshi/contract/i18n'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioFrame } from '@noroshi/contract/radio/frames'
import type { SharedThread } from '@noroshi/contract/messaging/threads.http'
import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { AppError } from '#/http/errors.ts'
import type { SpeechStream } from '#/ports/speech.ts'
import type { Socket } from '#/realtime/io.ts'
import { radioRoom } from './radio.rooms.ts'
import type { FloorGrant } from './radio-floor.ts'
import { Floors } from './radio-floor.service.ts'
import { LEASE_MS, renewFloors } from './radio-floor.sql.ts'
import { keyOf, type LocalPage, type PageId, RadioPages } from './radio-pages.ts'
import { storeTransmission } from './radio-recorder.service.ts'
import { openTranscript } from './transcript.service.ts'
import { Transmission, type TransmissionStart } from './transmission.ts'

/** Milliseconds for which an ended transmission is kept for `outcomeOf`. Later its message is read from the database. */
const OUTCOME_KEPT_MS = 120_000

/** Milliseconds for which a floor that an event granted counts as renewed. The next check renews it. */
const GRANT_MS = 600

/** The transmissions of the pages of this process. The floor itself is in PostgreSQL. */
export class RadioChannels {
  readonly floors: Floors
  readonly pages: RadioPages
  readonly #deps: Deps
  readonly #watermarks: Watermarks
  /** The current transmissions of these pages, and for some time those that ended. */
  readonly #transmissions = new Map<string, Transmission>()

  constructor(deps: Deps, watermarks: Watermarks) {
    this.floors = new Floors(deps)
    this.pages = new RadioPages(deps, (socket, id) => deps.runInBackground(() => this.release(socket, id)))
    this.#deps = deps
    this.#watermarks = watermarks
    deps.journal.onDelivered(({ name, payload }) => {
      // `as`: the name and its payload were typed together where they were emitted.
      if (name === 'radio:floor') this.#followFloor(payload as RadioFloor)
      if (name === 'asr-chat:updated') this.pages.followEnd(payload as RadioChat)
      if (name === 'message-threads:updated') this.pages.followMembers((payload as SharedThread).id)
    })
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
      language: knownLanguage(grant.language),
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
  relay(socket: Socket, frame: RadioFrame, bytes: Uint8Array | ArrayBuffer): void {
    const transmission = this.#transmissions.get(frame.transmissionId)
    const room = transmission && radioRoom(transmission.start.threadId)
    if (room === undefined || transmission?.start.socket !== socket || transmission.hasEnded || !socket.rooms.has(room))
      throw new AppError('radio.notSpeaking')
    const mayRelay = transmission.isLeased() || this.#deps.config.redisUrl === null
    if (transmission.accept(frame) && mayRelay) this.#deps.realtime.emitSound(room, bytes, socket.id)
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
    const page = this.pages.find({ threadId: floor.messageThreadId, userId: speakerId, endpointId })
    const grant = { transmissionId, userId: speakerId, endpointId, language, endsWithUtterance }
    if (page?.radioChatId === floor.radioChatId) this.begin(page, grant, version, performance.now() + GRANT_MS)
  }

  /** Ends a transmission and frees its floor. */
  async #endNow(transmission: Transmission): Promise<void> {
    this.#end(transmission)
    const { id, threadId, socket } = transmission.start
    await unlessEnded(this.floors.end(threadId, id, { ...pageOf(transmission), socketId: socket.id }))
  }

  #openStream(transmission: Transmission): SpeechStream {
    const { id, threadId, speaker, language, endsWithUtterance } = transmission.start
    return openTranscript(this.#deps, {
      transmissionId: id,
      threadId,
      userId: speaker.id,
      language,
      topics: [radioRoom(threadId)],
      onEndOfUtterance: () => {
        if (endsWithUtterance) this.#deps.runInBackground(() => this.#endNow(transmission))
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
