import type { Server as HttpServer } from 'node:http'
import { Server, type DefaultEventsMap, type Socket as IoSocket } from 'socket.io'
import { z } from 'zod'
import {
  clientCommands,
  type ClientEvents,
  type CommandName,
  type CommandPayload,
  type EventName,
  type EventPayload,
  type ServerEvents,
} from '@noroshi/contract/realtime'
import type { Ack } from '@noroshi/contract/define'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { turns } from '#/http/turns.ts'
import { gatherPackets } from './gather.ts'
import { alertRoom, isMembershipRoom, roomsOf, sessionRoom, userRoom } from './rooms.ts'

export interface SocketData {
  /** Null for an anonymous visitor, or once the session is over. */
  viewer: SignedIn | null
  /** Alerts that this device raised anonymously and holds the tokens of. */
  tokenAlertIds: string[]
}

export type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
export type Socket = IoSocket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>

/** Ends what hangs on a session at once, on every process. */
export interface Realtime {
  endSession(sessionId: string, reason: 'logout' | 'revoked' | 'deactivated'): void
  /** A person's rights changed: their sockets connect again, and are let in anew. */
  reconnect(userId: string): void
  /** A passing hint, such as a position: not logged, and gone for those who are away. Rooms in `except` hear nothing. */
  tell<Name extends EventName>(
    name: Name,
    rooms: readonly string[],
    payload: EventPayload<Name>,
    except?: readonly string[],
  ): void
  /** People joined a room's people, or left them: their open sockets follow. */
  joinRoom(userIds: readonly string[], room: string): void
  leaveRoom(userIds: readonly string[], room: string): void
  /** A right ended: the sockets in a room, but for those in `except`, leave all rooms that are lost; after what is told in this moment. */
  evict(room: string, except: readonly string[], isLost: (room: string) => boolean): void
}

export type CommandHandlers = {
  [Name in CommandName]: (socket: Socket, payload: CommandPayload<Name>) => Promise<void>
}

/** Tokens of alerts that one device may bring along. */
const ALERT_TOKENS_MAX = 20
/** Bytes of one packet from a client: commands are small, files go over HTTP. */
const PACKET_MAX = 64 * 1024

/** Commands of one socket that wait for those before them; no client of ours has a tenth as many. */
const COMMANDS_WAITING_MAX = 200

/**
 * Commands of one socket that wait for a batch which they share with all others. In turn they would come slower than alerts do
 * in a flood, until the socket were closed for those that wait; they hold no connection, and their order says nothing.
 */
const GATHERED: ReadonlySet<CommandName> = new Set(['alert:delivered'])
const GATHERED_AT_ONCE = 100

const Handshake = z
  .object({
    token: z.string().max(200).optional().catch(undefined),
    // One that is no token takes no other along; of too many, the last are the newest.
    alertTokens: z
      .array(z.string().max(200).catch(''))
      .transform((tokens) => tokens.slice(-ALERT_TOKENS_MAX))
      .catch([]),
  })
  .catch({ alertTokens: [] })

export function createIo(server: HttpServer): Io {
  const io: Io = new Server(server, { perMessageDeflate: false, maxHttpBufferSize: PACKET_MAX, serveClient: false })
  gatherPackets(io.engine)
  return io
}

export const realtimeOn = (io: Io, logError: Deps['logError']): Realtime => ({
  endSession(sessionId, reason) {
    const room = sessionRoom(sessionId)
    io.to(room).emit('session:ended', { reason }, { eventId: crypto.randomUUID(), cursor: null })
    io.in(room).disconnectSockets()
  },
  reconnect(userId) {
    io.in(userRoom(userId)).disconnectSockets(true)
  },
  tell(name, rooms, payload, except = []) {
    const meta = { eventId: crypto.randomUUID(), cursor: null }
    const event: EventName = name
    io.to([...rooms])
      .except([...except])
      .emit(event, payload as never, meta as never) // name and payload are typed together by this method
  },
  // Nobody's rooms would be everybody's.
  joinRoom(userIds, room) {
    if (userIds.length > 0) io.in(userIds.map(userRoom)).socketsJoin(room)
  },
  leaveRoom(userIds, room) {
    if (userIds.length > 0) io.in(userIds.map(userRoom)).socketsLeave(room)
  },
  evict(room, except, isLost) {
    const standing = io.in(room).except([...except])
    standing.fetchSockets().then((sockets) => {
      for (const socket of sockets) for (const one of [...socket.rooms].filter(isLost)) socket.leave(one)
    }, logError)
  },
})

/** Rooms come from the socket's own session; every command is parsed, answered, and never brings the process down. */
export function serveSockets(io: Io, deps: Deps, handlers: CommandHandlers): void {
  io.use((socket, next) => {
    identify(deps, socket).then(
      () => next(),
      (error: unknown) => {
        if (!isConnectionLost(error)) deps.logError(error)
        next(new Error('unavailable'))
      },
    )
  })
  io.on('connection', (socket) => {
    void endIfOver(deps, socket)
    // One after the other: a socket never holds more than one connection to the database, and its commands keep their order.
    const inTurn = turns(1, COMMANDS_WAITING_MAX)
    const gathered = turns(GATHERED_AT_ONCE, COMMANDS_WAITING_MAX)
    for (const name of Object.keys(clientCommands) as CommandName[])
      // the contract's own keys
      socket.on(name, ((payload: unknown, acknowledge: unknown) => {
        const begin = GATHERED.has(name) ? gathered : inTurn
        begin(() => answer(deps, handlers, name, socket, payload)).then(
          (ack) => {
            if (typeof acknowledge === 'function') acknowledge(ack)
          },
          () => socket.disconnect(true), // too many wait
        )
      }) as never) // what a client sends has no type until it is parsed
  })
}

async function identify(deps: Deps, socket: Socket): Promise<void> {
  const { token, alertTokens } = Handshake.parse(socket.handshake.auth)
  const viewer = token === undefined ? null : await deps.sessions.viewerOf(token)
  const alerts = await Promise.all(alertTokens.map((alertToken) => deps.alertTokens.alertOf(alertToken)))
  socket.data.viewer = viewer
  socket.data.tokenAlertIds = alerts.filter((id) => id !== null)
  const rooms = await roomsOf(deps.db, viewer, socket.data.tokenAlertIds)
  await socket.join(viewer === null ? rooms : [...rooms, sessionRoom(viewer.sessionId)])
}

/**
 * Asked again once the socket can be reached: until then it is in no list of the server's, so that a session that ended, and a membership that
 * began or ended during the handshake, passed it over.
 */
async function endIfOver(deps: Deps, socket: Socket): Promise<void> {
  const { token } = Handshake.parse(socket.handshake.auth)
  if (socket.data.viewer === null || token === undefined) return
  try {
    if ((await deps.sessions.viewerOf(token)) !== null) {
      await followMemberships(deps, socket)
      return
    }
    socket.emit('session:ended', { reason: 'revoked' }, { eventId: crypto.randomUUID(), cursor: null })
  } catch (error) {
    if (!isConnectionLost(error)) deps.logError(error)
  }
  socket.disconnect()
}

/** Until nothing differs: a membership may change between the look and the step that follows from it. */
async function followMemberships(deps: Deps, socket: Socket): Promise<void> {
  const { viewer, tokenAlertIds } = socket.data
  for (let differs = true; differs && socket.connected;) {
    const joined = new Set([...socket.rooms].filter(isMembershipRoom))
    const rooms = new Set((await roomsOf(deps.db, viewer, tokenAlertIds)).filter(isMembershipRoom))
    const [lost, missing] = [missingIn(rooms, joined), missingIn(joined, rooms)]
    for (const room of lost) await socket.leave(room)
    await socket.join(missing)
    differs = lost.length + missing.length > 0
  }
}

const missingIn = (there: ReadonlySet<string>, rooms: ReadonlySet<string>) => [...rooms].filter((room) => !there.has(room))

async function answer<Name extends CommandName>(
  deps: Deps,
  handlers: CommandHandlers,
  name: Name,
  socket: Socket,
  sent: unknown,
): Promise<Ack> {
  if (!socket.connected) return { ok: false, code: 'unavailable' } // it left while this waited
  const parsed = clientCommands[name].safeParse(sent)
  if (!parsed.success) return { ok: false, code: 'invalid' }
  try {
    await handlers[name](socket, parsed.data as CommandPayload<Name>) // parsed by the schema of this very name
    return { ok: true }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, code: error.code }
    if (isConnectionLost(error)) return { ok: false, code: 'unavailable' }
    deps.logError(error)
    return { ok: false, code: 'internal' }
  }
}

/** Lets the socket of an administrator outside the audience, or of a token's holder, follow an alert. */
export const openAlertPage = async (socket: Socket, alertId: string): Promise<void> => {
  await socket.join(alertRoom(alertId))
}
