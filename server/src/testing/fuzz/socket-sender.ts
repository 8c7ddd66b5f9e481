import { randomUUID } from 'node:crypto'
import { clientCommands } from '@noroshi/contract/realtime'
import { TestSocket } from '#/testing/test-socket.ts'
import { type FuzzWorld, secretsFor } from './fuzz-server.ts'
import type { FuzzActor } from './http-inputs.ts'
import { Random } from './random.ts'
import { describeSocketInput, type SocketInput } from './socket-inputs.ts'

/** Commands of one socket before another replaces it, since a command may end what the socket may do. */
const COMMANDS_OF_SOCKET = 60
/** Milliseconds in which the server must answer or disconnect after a broken packet. */
const PACKET_WITHIN_MS = 10_000
const PROBE_EVERY_MS = 300

/** Sends commands and broken packets by sockets of all actors, and checks what they receive. */
export class SocketSender {
  /** Ids that belong together, by the name of their field. */
  readonly validIds: Readonly<Record<string, string>>
  readonly #url: string
  readonly #target: FuzzWorld
  readonly #failures: string[]
  readonly #sockets = new Map<FuzzActor, { readonly socket: Promise<TestSocket>; left: number }>()

  constructor(url: string, target: FuzzWorld, failures: string[]) {
    this.#url = url
    this.#target = target
    this.#failures = failures
    const { world } = target
    this.validIds = {
      userId: world.actors.audience.id,
      alertId: world.alertId,
      messageThreadId: world.groupId,
      feedId: world.feedId,
      entityId: world.postId,
      pageId: world.pageId,
      callId: world.callId,
      acceptedSessionId: world.callSessionId,
      endpointId: randomUUID(),
    }
  }

  async send(seed: number, input: SocketInput): Promise<void> {
    try {
      if ('packet' in input) await this.#sendPacket(seed, input.actor, input.packet)
      else await this.#sendCommand(seed, input)
    } catch (error) {
      this.#failures.push(`seed ${seed}: ${String(error).slice(0, 2000)}: ${describeSocketInput(input)}`)
    }
  }

  /** Closes all sockets and checks what they received. */
  async close(): Promise<void> {
    for (const [actor, { socket }] of this.#sockets) this.#end(actor, await socket)
  }

  async #sendCommand(seed: number, { actor, name, payload }: Extract<SocketInput, { name: unknown }>): Promise<void> {
    const testSocket = await this.#socketOf(seed, actor)
    const { socket } = testSocket
    const ack = await testSocket.send(name, payload).catch((error: unknown) => {
      if (socket.connected) throw error
      return null // the command ended the session, or its packet was too large
    })
    if (ack?.ok === false && ack.code === 'internal') throw new Error('the acknowledgement is ‘internal’')
    if (ack?.ok === true && !clientCommands[name].payload.safeParse(payload).success)
      throw new Error('an invalid payload was accepted')
  }

  /** Returns an open socket of the actor. */
  async #socketOf(seed: number, actor: FuzzActor): Promise<TestSocket> {
    const current = this.#sockets.get(actor)
    if (current !== undefined) {
      const opened = await current.socket
      current.left -= 1
      if (opened.socket.connected && current.left > 0) return opened
      if (this.#sockets.get(actor) === current) {
        this.#sockets.delete(actor)
        this.#end(actor, opened)
      }
      return this.#socketOf(seed, actor)
    }
    const socket = TestSocket.at(this.#url, this.#handshakeOf(seed, actor))
    this.#sockets.set(actor, { socket, left: COMMANDS_OF_SOCKET })
    socket.catch(() => this.#sockets.delete(actor))
    return socket
  }

  #handshakeOf(seed: number, actor: FuzzActor) {
    const { tokens, world } = this.#target
    const token = new Random(seed).pick(tokens[actor])
    const { alertToken } = world.actors[actor]
    return { ...(token !== null && { token }), ...(alertToken !== undefined && { alertTokens: [alertToken] }) }
  }

  #end(actor: FuzzActor, socket: TestSocket): void {
    socket.close()
    const received = JSON.stringify(socket.received)
    const secret = secretsFor(this.#target, actor).find((one) => received.includes(one))
    if (secret !== undefined) this.#failures.push(`a socket of the ${actor} received ‘${secret}’`)
  }

  /** Sends a packet by a WebSocket. The server disconnects it, or answers the next command. */
  async #sendPacket(seed: number, actor: FuzzActor, packet: string | Uint8Array<ArrayBuffer>): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    const probe = () => socket.send('427["users:join_room",{"userId":"x"}]')
    let probing: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        setTimeout(() => reject(new Error('neither a reply nor a disconnection')), PACKET_WITHIN_MS).unref()
        socket.addEventListener('close', () => resolve())
        socket.addEventListener('message', ({ data }) => {
          const text = String(data)
          if (text.startsWith('0')) socket.send(`40${JSON.stringify(this.#handshakeOf(seed, actor))}`)
          if (text.startsWith('40')) {
            socket.send(packet)
            probe()
            // A packet that ends the session of Socket.IO takes effect after the packets that arrive with it.
            probing = setInterval(probe, PROBE_EVERY_MS)
          }
          if (text.startsWith('437')) resolve()
        })
      })
    } finally {
      clearInterval(probing)
      socket.close()
    }
  }
}
