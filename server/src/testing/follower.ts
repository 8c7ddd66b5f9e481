import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { EventMeta } from '@noroshi/contract/events/events.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { Caller } from './caller.ts'

/** Milliseconds between two tries to reach a unit that is away. */
const AGAIN = 50

/**
 * A device that keeps nothing but the last cursor it got, as a phone does that loses its network at any moment:
 * it listens, and after each connection asks for what it missed.
 */
export class Follower {
  /** How often each event came, by its id. */
  readonly heard = new Map<string, number>()
  /** How often the unit said that its log does not reach back so far. */
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

  /** Connected, and caught up with everything that was there by then. */
  async connect(): Promise<void> {
    for (;;) {
      try {
        await this.#open()
        await this.#catchUp()
        if (this.#socket?.connected) return
      } catch (error) {
        if (!isAway(error)) throw error
      }
      this.cut()
      await sleep(AGAIN)
    }
  }

  /** Follows through every end of the unit until `cut`. */
  async stays(): Promise<void> {
    await this.connect()
    this.#socket?.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') void this.stays()
    })
  }

  /** The network is gone, whatever was on its way. */
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
      this.#hears(eventId)
      // Before it caught up, what it hears says nothing about what it missed.
      if (this.#isCaughtUp) this.#cursor = cursor
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', () => reject(new Error(AWAY)))
    })
  }

  async #catchUp(): Promise<void> {
    const query = this.#cursor === null ? {} : { since: this.#cursor }
    const { status, body } = await new Caller(this.#url(), this.#token).asks(eventRoutes.since, { query })
    if (status === 503) throw new Error(AWAY)
    if (!body.complete) this.incomplete += 1
    for (const { eventId } of body.events) this.#hears(eventId)
    this.#cursor = body.cursor
    this.#isCaughtUp = true
  }

  #hears(eventId: string): void {
    this.heard.set(eventId, (this.heard.get(eventId) ?? 0) + 1)
  }
}

const AWAY = 'the unit is away'

/** The socket was refused, the request was (a TypeError of fetch), or PostgreSQL is away. */
const isAway = (error: unknown): boolean => error instanceof TypeError || (error instanceof Error && error.message === AWAY)
