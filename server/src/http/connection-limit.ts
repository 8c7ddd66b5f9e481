import type { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AddressOf } from './client-address.ts'
import { sourceOf } from './source-of.ts'

/**
 * Max open HTTP connections of one address. A browser opens six, and a whole shelter has one address.
 */
const CONNECTIONS_MAX = 10_000
/** Connections that wait until this process accepts them, such as after a restart that cut thousands. */
export const LISTEN_BACKLOG = 4096
/** Milliseconds in which the headers of a request, or a TLS handshake, must arrive. */
export const HEADERS_WITHIN = 8000
/** Milliseconds between two checks of `HEADERS_WITHIN`. */
export const CHECK_HEADERS_EVERY = 1000
/** File descriptors for the database, the listening ports, the log, and connections to other services. */
const RESERVED_FILES = 256
/** The limits of this process, on Linux. */
const LIMITS = '/proc/self/limits'
/** The part of all connections that WebSockets may use. The rest is for requests, such as an SOS. */
const SOCKETS_PART = 0.75

/** In the order in which they give way to a new connection: without a request yet, between two requests, within a request. */
const GIVING_WAY = ['new', 'idle', 'busy'] as const
type State = (typeof GIVING_WAY)[number] | 'socket'

interface Connection {
  tcp: Socket
  source: string
  state: State
}

/** The connections of one state by source, in the order of their last use. */
class ConnectionsBySource {
  readonly #ofSource = new Map<string, Set<Connection>>()
  /** At index n: the sources with n connections. A flood of sources takes no time to find the one that has most. */
  readonly #bySize: Set<Set<Connection>>[] = []

  of(source: string): Set<Connection> | undefined {
    return this.#ofSource.get(source)
  }

  /** Those of the source that has most. */
  get largest(): Set<Connection> | undefined {
    const [largest] = this.#bySize.at(-1) ?? []
    return largest
  }

  add(connection: Connection): void {
    const connections = this.#ofSource.get(connection.source) ?? new Set()
    this.#ofSource.set(connection.source, connections)
    this.#bySize[connections.size]?.delete(connections)
    connections.add(connection)
    this.#fileBySize(connections)
  }

  /** @returns false if it was not there */
  delete(connection: Connection): boolean {
    const connections = this.#ofSource.get(connection.source)
    if (connections?.has(connection) !== true) return false
    this.#bySize[connections.size]?.delete(connections)
    connections.delete(connection)
    if (connections.size > 0) this.#fileBySize(connections)
    else this.#ofSource.delete(connection.source)
    while (this.#bySize.length > 0 && !this.#bySize.at(-1)?.size) this.#bySize.pop()
    return true
  }

  #fileBySize(connections: Set<Connection>): void {
    const same = this.#bySize[connections.size] ?? new Set()
    this.#bySize[connections.size] = same.add(connections)
  }
}

interface Limits {
  /** Max connections of one source, without WebSockets. */
  readonly perSource: number
  /** Max connections of all sources, with WebSockets. */
  readonly total: number
}

/**
 * Limits the open connections of each source and of all together (decisions/0053). A new connection is always accepted, since it may
 * bring an SOS: another one is closed for it, of the source that has most. Behind a proxy the source is that of the request.
 */
export class ConnectionLimit {
  readonly #limits: Limits
  readonly #addressOf: AddressOf
  readonly #sets: Record<State, ConnectionsBySource> = {
    new: new ConnectionsBySource(),
    idle: new ConnectionsBySource(),
    busy: new ConnectionsBySource(),
    socket: new ConnectionsBySource(),
  }
  readonly #connections = new Map<Socket, Connection>()
  readonly #handshakes = new Map<string, Connection>()
  #open = 0
  #sockets = 0

  constructor(addressOf: AddressOf, limits: Limits = { perSource: CONNECTIONS_MAX, total: connectionsMax() }) {
    this.#addressOf = addressOf
    this.#limits = limits
  }

  /**
   * Limits the connections of a server. A connection of a TLS server counts from its start, before the handshake. The requests of a
   * TLS server are those of the server that handles them (`HttpsServer`), which is watched too.
   */
  watch(server: EventEmitter, { isTls = false } = {}): void {
    server.on('connection', (tcp: Socket) => this.#add(tcp, isTls))
    server.on('secureConnection', (tls: Socket) => this.#secure(tls))
    if (isTls) return
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      this.#change(socket, 'busy', this.#sourceOf(request))
      response.once('close', () => this.#change(socket, 'idle', sourceOf(socket.remoteAddress)))
    })
    server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      this.#change(socket, 'socket', this.#sourceOf(request))
      if (this.#sockets > this.#limits.total * SOCKETS_PART) this.#closeOne(['socket'], this.#connections.get(socket))
    })
  }

  /** Counts a WebSocket to its user: one address may have many users, and one user many addresses. */
  attribute(socket: Socket, source: string): void {
    if (this.#connections.get(socket)?.state === 'socket') this.#change(socket, 'socket', source)
  }

  #sourceOf = (request: IncomingMessage): string => sourceOf(this.#addressOf(request))

  #add(tcp: Socket, isTls: boolean): void {
    const connection: Connection = { tcp, source: sourceOf(tcp.remoteAddress), state: 'new' }
    const key = keyOf(tcp)
    this.#connections.set(tcp, connection)
    if (isTls) this.#handshakes.set(key, connection)
    this.#insert(connection)
    tcp.once('close', () => {
      this.#handshakes.delete(key)
      this.#connections.delete(tcp)
      this.#connections.delete(connection.tcp)
      this.#remove(connection)
    })
    if (this.#open > this.#limits.total) this.#closeOne(GIVING_WAY, connection)
    this.#limitSource(connection)
  }

  /** A TLS socket replaces the TCP socket of its connection. */
  #secure(tls: Socket): void {
    const key = keyOf(tls)
    const connection = this.#handshakes.get(key)
    this.#handshakes.delete(key)
    if (connection === undefined) return
    connection.tcp = tls
    this.#connections.set(tls, connection)
  }

  #change(socket: Socket, state: State, source: string): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined || connection.tcp.destroyed) return
    this.#remove(connection)
    connection.state = state
    connection.source = source
    this.#insert(connection)
    if (state === 'busy') this.#limitSource(connection)
  }

  #insert(connection: Connection): void {
    this.#sets[connection.state].add(connection)
    this.#open += 1
    if (connection.state === 'socket') this.#sockets += 1
  }

  #remove(connection: Connection): void {
    if (!this.#sets[connection.state].delete(connection)) return
    this.#open -= 1
    if (connection.state === 'socket') this.#sockets -= 1
  }

  /** Closes one connection of the source of a new one if it has too many. */
  #limitSource(connection: Connection): void {
    const sets = GIVING_WAY.map((state) => this.#sets[state].of(connection.source))
    if (sets.reduce((sum, set) => sum + (set?.size ?? 0), 0) > this.#limits.perSource) closeFirst(sets, connection)
  }

  /** Closes a connection in the first of these states that has any, of the source that has most of them. */
  #closeOne(states: readonly State[], kept: Connection | undefined): void {
    for (const state of states) if (closeFirst([this.#sets[state].largest], kept)) return
  }
}

function closeFirst(sets: readonly (Set<Connection> | undefined)[], kept: Connection | undefined): boolean {
  for (const set of sets)
    for (const connection of set ?? []) {
      if (connection === kept || connection.tcp.destroyed) continue
      connection.tcp.destroy()
      return true
    }
  return false
}

const keyOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ')

/**
 * Returns the max number of connections of this process: each may have a file open too, such as one that it uploads. Systems
 * without /proc, where the server runs for development only, have no limit.
 */
function connectionsMax(): number {
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, 'utf8') : ''
  const openFiles = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
  return Math.floor((openFiles - Math.min(RESERVED_FILES, openFiles / 2)) / 2)
}
