import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { EventMeta } from '@noroshi/contract/events/events.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { Caller } from './caller.ts'

/** Milliseconds between two attempts to connect. */
const RETRY_DELAY = 50

/**
 * Simulates a phone that may lose its network at any time. It stores only the last cursor; after each connection it
 * catches up with the missed events.
 */
export class ReconnectingClient {
  /** Number of times that each event was received, by its id. */
  readonly receivedCounts = new Map<string, number>()
  /** Number of replies that the journal does not contain all missed events. */
  incomplete = 0
  #cursor: string | null = null
  #socket: Socket | null = null
  #isCaughtUp = false
  readonly #url: () => string
  readonly #token: string

  constructor(url: () => string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** Connects and catches up with all events until then. */
  async connect(): Promise<void> {
    for (;;) {
      try {
        await this.#open()
        await this.#catchUp()
        if (this.#socket?.connected) return
      } catch (error) {
        if (!isUnavailable(error)) throw error
      }
      this.cut()
      await sleep(RETRY_DELAY)
    }
  }

  /** Reconnects after every restart of the server until `cut`. */
  async stayConnected(): Promise<void> {
    await this.connect()
    this.#socket?.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') void this.stayConnected()
    })
  }

  /** Disconnects at once; events in transit are lost. */
  cut(): void {
    this.#socket?.disconnect()
    this.#socket = null
  }

  async #open(): Promise<void> {
    const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token: this.#token } }
    const socket: Socket = io(this.#url(), options)
    this.#socket = socket
    this.#isCaughtUp = false
    socket.onAny((_name: string, _payload: unknown, { eventId, cursor }: EventMeta) => {
      if (cursor === null || socket !== this.#socket) return
      this.#record(eventId)
      // Before the catch-up, the cursor of a new event would skip the missed events.
      if (this.#isCaughtUp) this.#cursor = cursor
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', () => reject(new Error(UNAVAILABLE)))
    })
  }

  async #catchUp(): Promise<void> {
    const query = this.#cursor === null ? {} : { since: this.#cursor }
    const { status, body } = await new Caller(this.#url(), this.#token).request(eventRoutes.since, { query })
    if (status === 503) throw new Error(UNAVAILABLE)
    if (!body.complete) this.incomplete += 1
    for (const { eventId } of body.events) this.#record(eventId)
    this.#cursor = body.cursor
    this.#isCaughtUp = true
  }

  #record(eventId: string): void {
    this.receivedCounts.set(eventId, (this.receivedCounts.get(eventId) ?? 0) + 1)
  }
}

const UNAVAILABLE = 'the server is unavailable'

/** Whether the connection of the socket or the request failed (a TypeError of fetch), or PostgreSQL is unavailable. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message === UNAVAILABLE)
