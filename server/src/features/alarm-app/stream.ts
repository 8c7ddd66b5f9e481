import type { Socket } from 'node:net'
import type { Published } from './alarm-app.sql.ts'
import { eventLine, type LineContext, messageLine, pushLine } from './notices.ts'

/** Bytes that may wait in a socket before its stream reads no further messages. */
const WAITING_MAX = 16_384
/** Milliseconds after which a socket that takes nothing is cut. Its app returns with `since`. */
const STUCK_MS = 30_000

/** The connection of a stream. */
export interface Transport {
  readonly socket: Socket
  /**
   * Sends one line of JSON: a line of text, or a frame of a WebSocket.
   * @param onFlushed called when the system has taken it
   */
  readonly write: (line: string, onFlushed: () => void) => void
  /** Called regularly: whether the connection shows no sign of life any more. Absent: the stream sends keepalives. */
  readonly isSilent?: () => boolean
}

/** A device and its topic, which only its app knows. */
export interface StreamDevice {
  readonly id: string
  readonly sessionId: string
  /** null: the request names only topics of browsers. */
  readonly topic: string | null
}

/** The topics that a request asks for. */
export interface Wanted {
  readonly devices: readonly StreamDevice[]
  /** The topics of browsers by their hash in base64. */
  readonly pushTopics: ReadonlyMap<string, string>
}

/** Returns a function that writes a message as a line for the app; null for one that its request does not ask for. */
export function createLines({ devices, pushTopics }: Wanted, context: Omit<LineContext, 'topic'>) {
  const topicOf = new Map(devices.map(({ id, topic }) => [id, topic]))
  return (message: Published): string | null => {
    if ('body' in message) {
      const topic = pushTopics.get(message.topic_hash.toString('base64'))
      return topic === undefined ? null : pushLine(message, topic)
    }
    const topic = topicOf.get(message.device_id) ?? null
    return topic === null ? null : messageLine(message, { ...context, topic })
  }
}

interface StreamOptions extends Wanted {
  /** It has sent the messages up to this position. */
  readonly position: number
  /** The address of this server as the app knows it. */
  readonly base: string
  readonly key: Buffer
  readonly transport: Transport
  readonly now: () => Date
}

/**
 * A connection of an alarm app. It has a position in the order of all messages and no queue: a socket that is full takes further
 * messages later, which are then read from the database.
 */
export class Stream {
  readonly devices: readonly StreamDevice[]
  readonly #lineOf: (message: Published) => string | null
  readonly #options: StreamOptions
  #position: number
  #blockedAt: number | null = null
  #onRoom: () => void = () => undefined
  /** Whether it reads messages from the database that it has missed. */
  isCatchingUp = false

  constructor(options: StreamOptions) {
    const { devices, base, key, position } = options
    this.#options = options
    this.devices = devices
    this.#lineOf = createLines(options, { base, key })
    this.#position = position
  }

  get position(): number {
    return this.#position
  }

  get isBlocked(): boolean {
    return this.#blockedAt !== null
  }

  /** Starts to send. @param onRoom called when a full socket takes messages again */
  open(onRoom: () => void): void {
    this.#onRoom = onRoom
    this.#event('open')
  }

  /** Sends messages of its devices above its position, in their order, until the socket is full. */
  send(messages: readonly Published[]): void {
    for (const message of messages) {
      if (this.#blockedAt !== null) return
      if (message.seq <= this.#position) continue
      this.#position = message.seq
      const line = this.#lineOf(message)
      if (line !== null) this.#write(line)
    }
  }

  /** Sends a sign of life, and cuts a connection without one. */
  keepAlive(): void {
    const { transport } = this.#options
    if (this.#blockedAt !== null) {
      if (performance.now() - this.#blockedAt > STUCK_MS) this.cut()
    } else if (transport.isSilent === undefined) this.#event('keepalive')
    else if (transport.isSilent()) this.cut()
  }

  /** Cuts the connection. After a proper end, the app would retry at once without a pause, and never on a WebSocket. */
  cut(): void {
    this.#options.transport.socket.destroy()
  }

  #event(event: 'open' | 'keepalive'): void {
    const { pushTopics, now } = this.#options
    const topics = [...this.devices.flatMap(({ topic }) => topic ?? []), ...pushTopics.values()]
    this.#write(eventLine(event, this.#position, topics.join(','), now()))
  }

  #write(line: string): void {
    const { transport } = this.#options
    if (transport.socket.destroyed) return
    transport.write(line, this.#flushed)
    if (transport.socket.writableLength > WAITING_MAX) this.#blockedAt ??= performance.now()
  }

  // The event 'drain' comes only after the much larger limit of the socket itself.
  readonly #flushed = (): void => {
    if (this.#blockedAt === null || this.#options.transport.socket.writableLength > WAITING_MAX) return
    this.#blockedAt = null
    this.#onRoom()
  }
}
