import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AcknowledgedEventName, EventPayload } from '@noroshi/contract/realtime'
import type { Io } from './io.ts'
import type { PgChannel } from './pg-channel.ts'

/** Max milliseconds to wait for the acknowledgement of the recipient. The sender repeats what was not delivered. */
const ACKNOWLEDGED_WITHIN_MS = 4000

/** A message between the processes of the server. */
type Message =
  | {
      readonly type: 'emit'
      readonly id: string
      readonly room: string
      readonly name: AcknowledgedEventName
      readonly payload: unknown
    }
  | { readonly type: 'acknowledged'; readonly id: string }

/**
 * Emits events to one page in any process and waits for its acknowledgement (decisions/0064). Nothing is stored: the sender
 * repeats an event that was not delivered.
 */
export class EndpointRelay {
  readonly #io: Io
  /** null: the server has one process only. */
  readonly #channel: PgChannel | null
  readonly #waiting = new Map<string, () => void>()

  /** @param openChannel opens the channel to the other processes; null without other processes */
  constructor(io: Io, openChannel: ((onMessage: (text: string) => void) => PgChannel) | null) {
    this.#io = io
    this.#channel = openChannel?.((text) => void this.#receive(text)) ?? null
  }

  /** @returns whether a socket in the room acknowledged the event in time */
  async emit<Name extends AcknowledgedEventName>(room: string, name: Name, payload: EventPayload<Name>): Promise<boolean> {
    if (this.#socketsIn(room).length > 0) return this.#emitLocally(room, name, payload)
    if (this.#channel === null) return false
    const id = randomUUID()
    const acknowledged = new Promise<true>((resolve) => this.#waiting.set(id, () => resolve(true)))
    try {
      this.#send({ type: 'emit', id, room, name, payload })
      return await Promise.race([acknowledged, sleep(ACKNOWLEDGED_WITHIN_MS, false, { ref: false })])
    } finally {
      this.#waiting.delete(id)
    }
  }

  close(): Promise<void> {
    return this.#channel?.close() ?? Promise.resolve()
  }

  #socketsIn(room: string) {
    const ids = this.#io.of('/').adapter.rooms.get(room) ?? []
    return [...ids].flatMap((id) => this.#io.of('/').sockets.get(id) ?? [])
  }

  /** After a reconnection the room may contain the old socket of the page too. One acknowledgement is enough. */
  async #emitLocally(room: string, name: AcknowledgedEventName, payload: unknown): Promise<boolean> {
    const meta = { eventId: randomUUID(), cursor: null }
    try {
      await Promise.any(
        // `name` and `payload` are typed together by `emit`, in this process or in the one that sent them.
        this.#socketsIn(room).map((socket) => socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck(name, payload as never, meta)),
      )
      return true
    } catch {
      return false
    }
  }

  #send(message: Message): void {
    this.#channel?.send(JSON.stringify(message))
  }

  async #receive(text: string): Promise<void> {
    const message = JSON.parse(text) as Message // written by `#send` of another process
    if (message.type === 'acknowledged') this.#waiting.get(message.id)?.()
    else if (this.#socketsIn(message.room).length > 0 && (await this.#emitLocally(message.room, message.name, message.payload)))
      this.#send({ type: 'acknowledged', id: message.id })
  }
}
