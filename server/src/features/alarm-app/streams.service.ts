import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { sessionRoom } from '#/realtime/rooms.ts'
import { lastSeq, type Published, publishedAfter } from './alarm-app.sql.ts'
import { liveAmong, touchDevices } from './alarm-app-devices.sql.ts'
import type { Stream } from './stream.ts'

/** Max streams of one process. */
const STREAMS_MAX = 5000
/** Max streams of one device: the app opens a new one before it closes the old one. The oldest is cut. */
const STREAMS_OF_DEVICE_MAX = 2
/** Max messages of one read for all streams. */
const READ_MAX = 5000
/** Streams that catch up at a time, so that a thousand that return together leave connections for requests. */
const CATCHING_UP_AT_ONCE = 4
/** Max messages of one read for a stream that catches up. */
const CATCH_UP_MAX = 50
/** Milliseconds before a read that has failed is tried again. */
const RETRY_MS = 500
/** Streams that get a message before other work of the process has its turn. */
const STREAMS_A_TURN = 250
/** Seconds between two signs of life of a stream. The app gives up after 77 s without any, and many proxies after 60 s. */
const KEEPALIVE_SECONDS = 50
/** Seconds between two records that a device is connected. */
const TOUCH_SECONDS = 3600
/** Seconds between two checks whether the sessions of the streams have expired. */
const CHECK_SECONDS = 30

type StreamsDeps = Pick<Deps, 'db' | 'now' | 'journal' | 'logError' | 'runInBackground' | 'onClose'>

/**
 * The streams of this process. New messages are read once for all of them and written to their sockets. A stream that was away
 * or slow reads its own (decisions/0217).
 */
export class AppStreams {
  readonly #deps: StreamsDeps
  readonly #max: number
  readonly #ofDevice = new Map<string, Set<Stream>>()
  /** The streams by the second of their sign of life, so that not all phones answer in the same instant. */
  readonly #bySecond = Array.from({ length: KEEPALIVE_SECONDS }, () => new Set<Stream>())
  readonly #limited = limitConcurrency(CATCHING_UP_AT_ONCE)
  readonly #timer: NodeJS.Timeout
  #count = 0
  #seconds = 0
  #nextSecond = 0
  /** The position up to which all streams that do not catch up have their messages. */
  #read: number
  #isRequested = false
  #running: Promise<void> | null = null
  #isClosed = false

  private constructor(deps: StreamsDeps, read: number, max: number) {
    this.#deps = deps
    this.#max = max
    this.#read = read
    this.#timer = setInterval(() => this.#everySecond(), 1000).unref()
    deps.journal.onDelivered(({ name, rooms, payload }) => {
      if (name === 'alarmApp:published') this.#wake()
      if (name === 'alarmApp:unlinked') this.#cutDevices(new Set((payload as { deviceIds: string[] }).deviceIds)) // typed by its name
      if (name === 'session:ended') this.#cutSessions(new Set(rooms))
    })
    deps.onClose(() => this.close())
  }

  /** @param max number of streams from which on the process refuses further ones */
  static async create(deps: StreamsDeps, max = STREAMS_MAX): Promise<AppStreams> {
    return new AppStreams(deps, await lastSeq(deps.db), max)
  }

  get isFull(): boolean {
    return this.#isClosed || this.#count >= this.#max
  }

  /**
   * Returns the position of a new stream. An id of a message above all positions is from another database. For several topics it
   * is not clear which of them have the messages below it. The app drops messages that it has.
   * @param seq the position in the id that the app sent; null: the app asks for all messages
   */
  positionOf(seq: number | null, topics: number): number {
    return seq !== null && seq <= this.#read && topics === 1 ? seq : 0
  }

  /** The position of the newest message. */
  get newest(): number {
    return this.#read
  }

  /** Sends the messages of a stream until its socket closes. */
  add(stream: Stream, onClose: (listener: () => void) => void): void {
    this.#count += 1
    for (const { id } of stream.devices) {
      const streams = this.#ofDevice.get(id) ?? new Set()
      this.#ofDevice.set(id, streams.add(stream))
      for (const oldest of streams) {
        if (streams.size <= STREAMS_OF_DEVICE_MAX) break
        oldest.cut()
        streams.delete(oldest)
      }
    }
    const second = this.#bySecond[this.#nextSecond++ % KEEPALIVE_SECONDS]
    second?.add(stream)
    onClose(() => {
      this.#count -= 1
      second?.delete(stream)
      for (const { id } of stream.devices) {
        const streams = this.#ofDevice.get(id)
        streams?.delete(stream)
        if (streams?.size === 0) this.#ofDevice.delete(id)
      }
    })
    stream.open(() => this.#catchUp(stream))
    this.#catchUp(stream)
  }

  /** Cuts all streams. The apps return to another process, or after the restart. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#cutDevices(new Set(this.#ofDevice.keys()))
    await this.#running
  }

  #wake(): void {
    this.#isRequested = true
    this.#running ??= this.#run().finally(() => (this.#running = null))
  }

  async #run(): Promise<void> {
    while (this.#isRequested && !this.#isClosed) {
      this.#isRequested = false
      try {
        const now = this.#deps.now()
        const messages = await publishedAfter(this.#deps.db, { deviceIds: null, after: this.#read, limit: READ_MAX, now })
        if (messages.length === READ_MAX) this.#isRequested = true
        await this.#send(messages)
      } catch (error) {
        if (!isConnectionLost(error)) this.#deps.logError(error)
        this.#isRequested = true
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  async #send(messages: readonly Published[]): Promise<void> {
    const ofDevice = Map.groupBy(messages, (message) => message.device_id)
    // From here, a stream that starts or ends its catching up reads these messages itself.
    this.#read = Math.max(this.#read, messages.at(-1)?.seq ?? 0)
    let sent = 0
    for (const [deviceId, own] of ofDevice)
      for (const stream of this.#ofDevice.get(deviceId) ?? []) {
        if (stream.isCatchingUp || stream.isBlocked) continue
        stream.send(stream.devices.length === 1 ? own : messages) // in the order of all its devices
        if (++sent % STREAMS_A_TURN === 0) await nextTurn()
      }
  }

  #catchUp(stream: Stream): void {
    if (stream.isCatchingUp) return
    stream.isCatchingUp = true
    this.#deps.runInBackground(async () => {
      try {
        await this.#limited(() => this.#readMissed(stream))
      } catch (error) {
        stream.cut() // the app returns with the id of its newest message
        if (!isConnectionLost(error)) throw error
      } finally {
        stream.isCatchingUp = false
      }
    })
  }

  async #readMissed(stream: Stream): Promise<void> {
    const { db, now } = this.#deps
    const deviceIds = stream.devices.map(({ id }) => id)
    for (let isBehind = true; isBehind && !stream.isBlocked;) {
      const known = this.#read
      const missed = await publishedAfter(db, { deviceIds, after: stream.position, limit: CATCH_UP_MAX, now: now() })
      stream.send(missed)
      isBehind = missed.length === CATCH_UP_MAX || this.#read !== known
    }
  }

  #everySecond(): void {
    this.#seconds += 1
    for (const stream of this.#bySecond[this.#seconds % KEEPALIVE_SECONDS] ?? []) stream.keepAlive()
    if (this.#count === 0) return
    this.#wake() // after a flood of events, the journal calls no listener
    if (this.#seconds % CHECK_SECONDS === 0) this.#deps.runInBackground(() => this.#check())
    if (this.#seconds % TOUCH_SECONDS === 0) this.#deps.runInBackground(() => this.#touch())
  }

  /** Cuts the streams whose sessions have expired or whose devices are gone. */
  async #check(): Promise<void> {
    const ids = [...this.#ofDevice.keys()]
    const live = new Set(await liveAmong(this.#deps.db, ids, this.#deps.now()))
    this.#cutDevices(new Set(ids.filter((id) => !live.has(id))))
  }

  /** Records that the devices are still connected. */
  async #touch(): Promise<void> {
    await touchDevices(this.#deps.db, [...this.#ofDevice.keys()], this.#deps.now())
  }

  #cutDevices(ids: ReadonlySet<string>): void {
    for (const id of ids) for (const stream of this.#ofDevice.get(id) ?? []) stream.cut()
  }

  #cutSessions(rooms: ReadonlySet<string>): void {
    if (this.#count === 0) return
    for (const streams of this.#ofDevice.values())
      for (const stream of streams) if (stream.devices.some(({ sessionId }) => rooms.has(sessionRoom(sessionId)))) stream.cut()
  }
}
