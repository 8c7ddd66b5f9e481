import type { Server as HttpServer } from 'node:http'
import { Server, type DefaultEventsMap, type Socket as IoSocket } from 'socket.io'
import { z } from 'zod'
import type { ClientEvents, EventName, EventPayload, ServerEvents } from '@noroshi/contract/realtime'
import type { Config } from '#/config.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { AddressOf } from '#/http/client-address.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import type { FoundScreen } from '#/http/screens.ts'
import { FanOutBudget } from './fan-out-budget.ts'
import { coalescePackets } from './coalesce-packets.ts'
import { type CommandHandlers, handleCommands } from './commands.ts'
import { countSockets, createHandshakeCheck } from './handshake-check.ts'
import { deviceRoom, sessionRoom } from './rooms.ts'
import { refreshSubscriptions, subscriberOf } from './subscriptions.ts'

export interface SocketData {
  /** The session token of the handshake, or the token of the screen. */
  token: string | undefined
  /** Null for an anonymous visitor and after the end of the session. */
  viewer: SignedIn | null
  /** Alerts that this device raised anonymously and has the tokens of. */
  tokenAlertIds: string[]
  /**
   * The screen of this socket; null for any other socket. A socket of a screen has no viewer, no alert tokens and
   * no commands.
   */
  screen: FoundScreen | null
  /**
   * When the socket connected (`performance.now()`). From then on it receives the events of its topics. Absent before.
   */
  connectedAt?: number
}

export type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
export type Socket = IoSocket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>

/** Emits hints, such as typing: events that are not stored and may be lost. All other events go through the journal. */
export interface Realtime {
  /** Sockets in the `except` topics do not receive the hint. */
  emitHint<Name extends EventName>(
    name: Name,
    topics: readonly string[],
    payload: EventPayload<Name>,
    except?: readonly string[],
  ): void
  /**
   * Emits live sound to the sockets in a topic, except to those whose connection is seconds behind: late sound is
   * worthless and would delay everything else.
   * @param exceptSocketId the socket that it comes from
   */
  emitSound(topic: string, frame: EventPayload<'radio:frame'>, exceptSocketId: string): void
  /**
   * Emits a hint to the sockets of this process only, for a hint that each process creates by itself. Sockets whose
   * connection is seconds behind do not receive it.
   */
  emitLocally<Name extends EventName>(name: Name, topic: string, payload: EventPayload<Name>): void
  /** The ids of the users whose sockets in this process are in a topic. */
  localUsersIn(topic: string): Set<string>
  /** Returns how many sockets of this process are in the rooms, counting a socket in each of them. */
  localSocketCount(topics: readonly string[]): number
  /** Counts the texts that this process sends. */
  readonly fanOut: FanOutBudget
  /** When the first open socket of the session connected (`performance.now()`); null without an open socket. */
  connectedAt(sessionId: string): number | null
}

/** Max alert tokens in a handshake. */
const ALERT_TOKENS_MAX = 20
/** Max bytes of one packet from a client. Commands are small; files are sent by HTTP. */
const PACKET_MAX = 64 * 1024

/**
 * Max packets that wait for a connection before it gets no more sound: a frame has two packets, and 4 s have a hundred
 * frames.
 */
const SOUND_BACKLOG_MAX = 200

/** Returns the number of packets that wait for the connection of a socket. */
function backlogOf(socket: Socket | undefined): number {
  // `as`: `writeBuffer` is an internal field of engine.io
  const { writeBuffer } = (socket?.conn ?? {}) as unknown as { writeBuffer?: readonly unknown[] }
  return writeBuffer?.length ?? 0
}

/** Returns the ids of the local sockets in a topic that are too far behind for sound. */
const lateSockets = (io: Io, topic: string): string[] =>
  [...(io.sockets.adapter.rooms.get(topic) ?? [])].filter((id) => backlogOf(io.sockets.sockets.get(id)) > SOUND_BACKLOG_MAX)

const Handshake = z
  .object({
    token: z.string().max(200).optional().catch(undefined),
    screenToken: z.string().max(200).optional().catch(undefined),
    // A malformed token does not invalidate the others. Of too many tokens, the last ones are used: they are the
    // newest.
    alertTokens: z
      .array(z.string().max(200).catch(''))
      .transform((tokens) => tokens.slice(-ALERT_TOKENS_MAX))
      .catch([]),
  })
  .catch({ alertTokens: [] })

/** Creates the socket server on the HTTP server of the application. */
export function createIo(
  server: HttpServer,
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  addressOf: AddressOf,
  logWarning: (text: string) => void,
): Io {
  const io: Io = new Server(server, {
    perMessageDeflate: false,
    maxHttpBufferSize: PACKET_MAX,
    serveClient: false,
    allowRequest: (request, respond) => mayConnect(request, respond),
  })
  const mayConnect = createHandshakeCheck(config, logWarning, countSockets(io.engine, addressOf))
  coalescePackets(io.engine)
  return io
}

export const createRealtime = (io: Io): Realtime => ({
  emitHint(name, topics, payload, except = []) {
    if (topics.length === 0) return // no topic would mean every socket
    const meta = { eventId: crypto.randomUUID(), cursor: null }
    const event: EventName = name
    io.to([...topics])
      .except([...except])
      .emit(event, payload as never, meta as never) // name and payload are typed together by this method
  },
  emitSound(topic, frame, exceptSocketId) {
    const late = lateSockets(io, topic)
    const meta = { eventId: crypto.randomUUID(), cursor: null }
    io.to(topic)
      .except([exceptSocketId, ...late])
      .emit('radio:frame', frame, meta)
  },
  emitLocally(name, topic, payload) {
    const meta = { eventId: crypto.randomUUID(), cursor: null }
    const event: EventName = name
    io.local
      .to(topic)
      .except(lateSockets(io, topic))
      .emit(event, payload as never, meta as never) // name and payload are typed together by this method
  },
  fanOut: new FanOutBudget(),
  localSocketCount(topics) {
    return new Set(topics.flatMap((topic) => [...(io.sockets.adapter.rooms.get(topic) ?? [])])).size
  },
  localUsersIn(topic) {
    const ids = [...(io.sockets.adapter.rooms.get(topic) ?? [])]
    return new Set(ids.flatMap((id) => io.sockets.sockets.get(id)?.data.viewer?.id ?? []))
  },
  connectedAt(sessionId) {
    const ids = io.sockets.adapter.rooms.get(sessionRoom(sessionId)) ?? []
    const times = [...ids].flatMap((id) => io.sockets.sockets.get(id)?.data.connectedAt ?? [])
    return times.length === 0 ? null : Math.min(...times)
  },
})

/** Registers the handlers of connections and commands. Topics follow the session of the socket. */
export function handleConnections(io: Io, deps: Deps, handlers: CommandHandlers): void {
  io.use((socket, next) => {
    identify(deps, socket).then(
      () => next(),
      (error: unknown) => {
        if (error instanceof AppError) return next(new Error(error.code))
        if (!isConnectionLost(error)) deps.logError(error)
        next(new Error('unavailable'))
      },
    )
  })
  io.on('connection', (socket) => {
    socket.data.connectedAt = performance.now()
    registerPresence(deps, socket)
    // Socket.IO keeps the connection of a client that leaves the namespace, and there is no other namespace.
    socket.once('disconnect', (reason) => void (reason === 'client namespace disconnect' && socket.conn.close()))
    void refreshAfterConnecting(deps, socket)
    handleCommands(deps, handlers, socket)
  })
}

function registerPresence({ presence }: Deps, socket: Socket): void {
  const { viewer } = socket.data
  if (viewer === null) return
  const device = { userId: viewer.id, deviceId: viewer.deviceId }
  presence.connect(device)
  socket.once('disconnect', () => presence.disconnect(device))
}

async function identify(deps: Deps, socket: Socket): Promise<void> {
  const { token, alertTokens, screenToken } = Handshake.parse(socket.handshake.auth)
  socket.data.screen = null
  if (screenToken !== undefined) return identifyScreen(deps, socket, screenToken)
  const viewer = token === undefined ? null : await deps.sessions.viewerOf(token)
  const alerts = await Promise.all(alertTokens.map((alertToken) => deps.alertTokens.alertOf(alertToken)))
  socket.data.token = token
  socket.data.viewer = viewer
  socket.data.tokenAlertIds = alerts.filter((id) => id !== null)
  const topics = await deps.topics.ofSubscriber(deps.db, subscriberOf(socket))
  if (viewer !== null) topics.push(sessionRoom(viewer.sessionId))
  if (viewer?.isRestricted === false) topics.push(deviceRoom(viewer))
  await socket.join(topics)
}

/**
 * Identifies the screen of a handshake. Its socket gets no other topics.
 * @throws unauthorized for an unknown token and a revoked screen
 */
async function identifyScreen(deps: Deps, socket: Socket, token: string): Promise<void> {
  const screen = await deps.screens.find(token)
  if (screen === null) throw new AppError('unauthorized')
  socket.data = { token, viewer: null, tokenAlertIds: [], screen }
  await socket.join([...screen.rooms])
}

/**
 * Reads the session and the memberships again after the connection: changes during the handshake did not find the
 * socket in any room.
 */
async function refreshAfterConnecting(deps: Deps, socket: Socket): Promise<void> {
  try {
    await refreshSubscriptions(deps, socket)
  } catch (error) {
    if (!isConnectionLost(error)) deps.logError(error)
    socket.disconnect()
  }
}
