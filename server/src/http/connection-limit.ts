import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { sourceOf } from './source-of.ts'

/**
 * Max open HTTP connections of one address. A browser opens six, and a whole shelter has one address.
 */
export const CONNECTIONS_MAX = 10_000

/** Connections that wait until this process accepts them, such as after a restart that cut thousands. */
export const LISTEN_BACKLOG = 4096

/**
 * Limits the open connections of each address. A new connection is always accepted, since it may bring an SOS: above the limit, the
 * connection of that address that was unused for longest is closed. WebSockets have a limit of their own (realtime/handshake-check.ts).
 */
export class ConnectionLimit {
  readonly #max: number
  /** In the order of their last use. */
  readonly #connections = new Map<string, Set<Socket>>()
  readonly #sources = new WeakMap<Socket, string>()
  /** The connections whose request has no complete reply yet. */
  readonly #busy = new WeakSet<Socket>()
  constructor(max = CONNECTIONS_MAX) {
    this.#max = max
  }

  /**
   * Limits the connections of a server.
   * @param connectionEvent the event of a new connection: `secureConnection` of a TLS server
   */
  watch(server: EventEmitter, connectionEvent: 'connection' | 'secureConnection'): void {
    server.on(connectionEvent, (connection: Socket) => this.#add(connection))
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.#busy.add(socket)
      response.once('close', () => {
        this.#busy.delete(socket)
        this.#moveToEnd(socket)
      })
    })
    server.on('upgrade', (_request: unknown, connection: Socket) => this.#remove(connection))
  }

  #add(connection: Socket): void {
    const source = sourceOf(connection.remoteAddress)
    const connections = this.#connections.get(source) ?? new Set()
    this.#connections.set(source, connections.add(connection))
    this.#sources.set(connection, source)
    connection.once('close', () => this.#remove(connection))
    if (connections.size <= this.#max) return
    const all = [...connections]
    const closed = all.find((each) => !this.#busy.has(each)) ?? all[0]
    closed?.destroy()
  }

  #moveToEnd(connection: Socket): void {
    const connections = this.#of(connection)
    if (connections?.delete(connection)) connections.add(connection)
  }

  #remove(connection: Socket): void {
    const connections = this.#of(connection)
    connections?.delete(connection)
    if (connections?.size === 0) this.#connections.delete(this.#sources.get(connection) ?? '')
  }

  /** A closed connection has no address any more. */
  #of(connection: Socket): Set<Socket> | undefined {
    return this.#connections.get(this.#sources.get(connection) ?? '')
  }
}
