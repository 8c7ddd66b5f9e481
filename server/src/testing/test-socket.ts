import { io, type Socket } from 'socket.io-client'
import type { Ack } from '@noroshi/contract/define'
import type { EventMeta } from '@noroshi/contract/events/events.http'
import {
  ackSchema,
  type ClientEvents,
  clientCommands,
  type CommandName,
  type CommandReply,
  type EventName,
  type EventPayload,
  type Handshake,
  type ServerEvents,
  serverEvents,
} from '@noroshi/contract/realtime'
import { assertExactShape } from './caller.ts'

interface Received {
  readonly name: EventName
  readonly payload: unknown
  readonly meta: EventMeta
}

/** Milliseconds that a test waits for an expected event. */
const TIMEOUT = 10_000

/** A real socket that records all received events. */
export class TestSocket {
  readonly received: Received[] = []
  /** Whether the socket acknowledges the events that require it. */
  acknowledgesEvents = true
  readonly socket: Socket<ServerEvents, ClientEvents>
  #taken = new Set<Received>()
  #waiting = new Set<() => void>()

  readonly #flush: () => Promise<void>

  private constructor(url: string, handshake: Handshake, flush: () => Promise<void>) {
    this.#flush = flush
    this.socket = io(url, { transports: ['websocket'], auth: { ...handshake }, forceNew: true, reconnection: false })
    for (const name of Object.keys(serverEvents) as EventName[])
      // Object.keys returns strings
      this.socket.on(name, ((payload: unknown, meta: EventMeta, acknowledge?: () => void) => {
        assertExactShape(serverEvents[name], payload)
        this.received.push({ name, payload, meta })
        if (this.acknowledgesEvents) acknowledge?.()
        for (const check of this.#waiting) check()
      }) as never) // one listener for events of every type
  }

  /** @param flush resolves when the server has emitted every event that was committed before */
  static async at(url: string, handshake: Handshake = {}, flush = async () => {}): Promise<TestSocket> {
    const testSocket = new TestSocket(url, handshake, flush)
    await new Promise<void>((resolve, reject) => {
      testSocket.socket.once('connect', resolve)
      testSocket.socket.once('connect_error', reject)
    })
    return testSocket
  }

  /** Waits for the next event of that name that no earlier call returned. */
  async next<Name extends EventName>(name: Name): Promise<EventPayload<Name>> {
    const find = () => this.received.find((one) => one.name === name && !this.#taken.has(one))
    const found = find() ?? (await this.#waitFor(find, name))
    this.#taken.add(found)
    return found.payload as EventPayload<Name> // checked by the schema of this name
  }

  #waitFor(find: () => Received | undefined, name: string): Promise<Received> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = find()
        if (!found) return
        clearTimeout(timer)
        this.#waiting.delete(check)
        resolve(found)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(check)
        reject(new Error(`${name} did not arrive; received ${this.received.map((one) => one.name).join(', ') || 'nothing'}`))
      }, TIMEOUT)
      this.#waiting.add(check)
    })
  }

  /** Returns the payloads of the received events of that name, in their order. */
  payloadsOf(name: EventName): unknown[] {
    return this.received.filter((one) => one.name === name).map(({ payload }) => payload)
  }

  names(): EventName[] {
    return this.received.map((one) => one.name)
  }

  /**
   * Sends a command with a valid or invalid payload and waits for the acknowledgement.
   * @throws when a reply does not match the contract exactly.
   */
  async send<Name extends CommandName>(name: Name, payload: unknown): Promise<Ack<CommandReply<Name>>> {
    const sent = payload as never // invalid payloads are tested too
    const ack: unknown = await this.socket.timeout(TIMEOUT).emitWithAck(name as CommandName, sent)
    assertExactShape(ackSchema(clientCommands[name]), ack)
    return ack as Ack<CommandReply<Name>> // checked above
  }

  /**
   * Resolves when every event that was committed before has arrived. A socket preserves the order of events and acknowledgements.
   * Commands that were sent before may still run.
   */
  async settle(): Promise<void> {
    await this.#flush()
    await this.send('users:join_room', { userId: '00000000-0000-4000-8000-000000000000' })
  }

  close(): void {
    this.socket.disconnect()
  }
}
