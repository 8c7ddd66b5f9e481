import { io, type Socket } from 'socket.io-client'
import type { Ack } from '@noroshi/contract/define'
import type { EventMeta } from '@noroshi/contract/events/events.http'
import {
  type ClientEvents,
  type CommandName,
  type EventName,
  type EventPayload,
  type Handshake,
  type ServerEvents,
  serverEvents,
} from '@noroshi/contract/realtime'
import { saysNoMore } from './caller.ts'

interface Heard {
  readonly name: EventName
  readonly payload: unknown
  readonly meta: EventMeta
}

/** Milliseconds that a test waits for an event that must come. */
const PATIENCE = 10_000

/** A real socket that remembers all it heard. */
export class Listener {
  readonly heard: Heard[] = []
  readonly socket: Socket<ServerEvents, ClientEvents>
  #taken = new Set<Heard>()
  #waiting = new Set<() => void>()

  private constructor(url: string, handshake: Handshake) {
    this.socket = io(url, { transports: ['websocket'], auth: { ...handshake }, forceNew: true, reconnection: false })
    for (const name of Object.keys(serverEvents) as EventName[])
      // the contract's own keys
      this.socket.on(name, ((payload: unknown, meta: EventMeta) => {
        saysNoMore(serverEvents[name], payload)
        this.heard.push({ name, payload, meta })
        for (const look of this.#waiting) look()
      }) as never) // one listener for events of every type
  }

  static async at(url: string, handshake: Handshake = {}): Promise<Listener> {
    const listener = new Listener(url, handshake)
    await new Promise<void>((resolve, reject) => {
      listener.socket.once('connect', resolve)
      listener.socket.once('connect_error', reject)
    })
    return listener
  }

  /** The next event of that name that was not taken yet; waits for it. */
  async next<Name extends EventName>(name: Name): Promise<EventPayload<Name>> {
    const find = () => this.heard.find((one) => one.name === name && !this.#taken.has(one))
    const found = find() ?? (await this.#untilFound(find, name))
    this.#taken.add(found)
    return found.payload as EventPayload<Name> // parsed by the schema of this name when it came
  }

  #untilFound(find: () => Heard | undefined, name: string): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find()
        if (!found) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(found)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(look)
        reject(new Error(`${name} did not come; heard ${this.heard.map((one) => one.name).join(', ') || 'nothing'}`))
      }, PATIENCE)
      this.#waiting.add(look)
    })
  }

  /** What came under that name so far, in its order. */
  payloadsOf(name: EventName): unknown[] {
    return this.heard.filter((one) => one.name === name).map(({ payload }) => payload)
  }

  names(): EventName[] {
    return this.heard.map((one) => one.name)
  }

  /** Sends anything, right or wrong, and waits for the answer. */
  async asks(name: CommandName, payload: unknown): Promise<Ack> {
    const answer: unknown = await this.socket.timeout(PATIENCE).emitWithAck(name, payload as never) // wrong payloads are tested too
    return answer as Ack
  }

  /** Everything that was sent before has arrived when this returns: one socket keeps its order. */
  async settles(): Promise<void> {
    await this.asks('users:join_room', { userId: '00000000-0000-4000-8000-000000000000' })
  }

  close(): void {
    this.socket.disconnect()
  }
}
