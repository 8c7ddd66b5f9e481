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

  /**
   * Emits at this process and at the others. A socket in the room may be dead for some time before Socket.IO notices it, while the
   * page is already connected to another process.
   * @returns whether a socket in the room acknowledged the event in time
   */
  async emit<Name extends AcknowledgedEventName>(room: string, name: Name, payload: EventPayload<Name>): Promise<boolean> {
    const attempts = [this.#emitLocally(room, name, payload), this.#emitToOthers(room, name, payload)]
    return Promise.any(attempts).then(
      () => true,
      () => false,
    )
  }

  close(): Promise<void> {
    return this.#channel?.close() ?? Promise.resolve()
  }

  #socketsIn(room: string) {
    const ids = this.#io.of('/').adapter.rooms.get(room) ?? []
    return [...ids].flatMap((id) => this.#io.of('/').sockets.get(id) ?? [])
  }

  /**
   * After a reconnection the room may contain the old socket of the page too. One acknowledgement is enough.
   * @throws an error without an acknowledgement in time
   */
  async #emitLocally(room: string, name: AcknowledgedEventName, payload: unknown): Promise<void> {
    const meta = { eventId: randomUUID(), cursor: null }
    await Promise.any(
      // `name` and `payload` are typed together by `emit`, in this process or in the one that sent them.
      this.#socketsIn(room).map((socket) => socket.timeout(ACKNOWLEDGED_WITHIN_MS).emitWithAck(name, payload as never, meta)),
    )
  }

  /** @throws an error without an acknowledgement in time */
  async #emitToOthers(room: string, name: AcknowledgedEventName, payload: unknown): Promise<void> {
    if (this.#channel === null) throw new Error('there is no other process')
    const id = randomUUID()
    const acknowledged = new Promise<void>((resolve) => this.#waiting.set(id, resolve))
    const tooLate = sleep(ACKNOWLEDGED_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error('no other process has acknowledged')
    })
    try {
      this.#send({ type: 'emit', id, room, name, payload })
      await Promise.race([acknowledged, tooLate])
    } finally {
      this.#waiting.delete(id)
    }
  }

  #send(message: Message): void {
    this.#channel?.send(JSON.stringify(message))
  }

  async #receive(text: string): Promise<void> {
    const message = JSON.parse(text) as Message // written by `#send` of another process
    if (message.type === 'acknowledged') return this.#waiting.get(message.id)?.()
    try {
      await this.#emitLocally(message.room, message.name, message.payload)
      this.#send({ type: 'acknowledged', id: message.id })
    } catch {
      // The page is not at this process, or does not acknowledge.
    }
  }
}
