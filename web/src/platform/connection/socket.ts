import { useEffect, useEffectEvent } from 'react'
import { io, type Socket } from 'socket.io-client'
import type { Ack } from '@noroshi/contract/define'
import type {
  ClientEvents,
  CommandName,
  CommandPayload,
  CommandReply,
  Handshake,
  ServerEvents,
  UnacknowledgedCommandName,
} from '@noroshi/contract/realtime'
import { backoff } from './backoff.ts'
import { latestAlertTokens, onAlertTokens } from '../session/alert-tokens.ts'
import { watchConnection } from './connection-watch.ts'
import { createObservable, useObservable } from '../observable.ts'
import { accessToken, onAccessToken } from '../session/session.ts'
import { ATTEMPT_MIN_MS, CHECK_EVERY_MS, COMMAND_TIMEOUT_MS, RECONNECT, STANDBY_CHECK_EVERY_MS } from '../tuning.ts'

/** State of the connection to the server. It is independent of the internet. */
export type Connection = 'online' | 'offline' | 'connecting'

const handshake = (): Handshake => {
  const token = accessToken()
  const tokens = latestAlertTokens()
  return { ...(token !== null && { token }), ...(tokens.length > 0 && { alertTokens: tokens }) }
}

/** The token of the last handshake. */
let sentToken: string | null = null

/**
 * The socket of this tab. A siren screen has an additional one. Its events are hints; the database, queried over HTTP,
 * is authoritative.
 */
export const socket: Socket<ServerEvents, ClientEvents> = io({
  path: '/socket.io',
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnection: false, // see reconnectLater
  auth(send) {
    sentToken = accessToken()
    send({ ...handshake() })
  },
})

/** Returns whether the socket has the current session: a tab in the background may still have an earlier one. */
export const hasSocketSession = (): boolean => sentToken === accessToken()

const connection = createObservable<Connection>('connecting')

export const useConnection = (): Connection => useObservable(connection)

/** Reconnects with a new token, because the server decides the rooms of a socket only at the handshake. */
const reconnect = () => {
  if (!socket.active) return
  reconnectNow()
}

let failures = 0
let hasUnsentSos = (): boolean => false
let timer: ReturnType<typeof setTimeout> | undefined
/** When the last attempt to connect began (`performance.now()`). */
let attemptAt = 0

const connect = () => {
  attemptAt = performance.now()
  socket.connect()
}

/**
 * Reconnects after any loss. The delays of Socket.IO lose their randomness at their maximum, and it does not reconnect
 * after a refusal.
 */
const reconnectLater = () => {
  failures += 1
  clearTimeout(timer)
  timer = setTimeout(connect, backoff(RECONNECT, failures, hasUnsentSos()))
}

/** Connects now, after the cause of earlier failures is gone. */
const reconnectNow = () => {
  clearTimeout(timer)
  failures = 0
  socket.disconnect()
  connect()
}

let wakeTimer: ReturnType<typeof setTimeout> | undefined
/** Connects now if the socket waits, or as soon as its attempt is old enough to hang on a dead network. */
const wake = () => {
  clearTimeout(wakeTimer)
  if (socket.connected) return
  const age = performance.now() - attemptAt
  if (age > ATTEMPT_MIN_MS) reconnectNow()
  else wakeTimer = setTimeout(wake, ATTEMPT_MIN_MS - age + 1)
}

let setCheckInterval = (_ms: number): void => undefined

/**
 * Connects the socket. Call it once, before the first render.
 * @param isSosUnsent whether this device has an SOS that the server has not acknowledged
 */
export function startSocket(isSosUnsent: () => boolean) {
  hasUnsentSos = isSosUnsent
  socket.on('connect', () => {
    clearTimeout(timer)
    failures = 0
    connection.set('online')
  })
  socket.on('connect_error', () => {
    connection.set('offline')
    reconnectLater()
  })
  socket.on('disconnect', (reason) => {
    connection.set('connecting')
    if (reason !== 'io client disconnect') reconnectLater()
  })
  // `as`: the watch sends one command, whose payload the contract types.
  setCheckInterval = watchConnection(socket as unknown as Socket, { replace: reconnectNow, wake }).setInterval
  onAccessToken(reconnect)
  onAlertTokens(reconnect)
  connect()
}

/** Checks the connection less often while the component is mounted. */
export function useSlowChecks() {
  useEffect(() => {
    setCheckInterval(STANDBY_CHECK_EVERY_MS)
    return () => setCheckInterval(CHECK_EVERY_MS)
  }, [])
}

/**
 * Sends a command and returns the server's acknowledgement with its reply, or `{ ok: false, code: 'offline' }` without
 * one.
 */
export async function command<Name extends CommandName>(
  name: Name,
  payload: CommandPayload<Name>,
): Promise<Ack<CommandReply<Name>>> {
  // `as`: TypeScript cannot relate the payload to a union of names; the signature of this function does.
  const untyped = socket as unknown as Socket
  try {
    const ack: unknown = await untyped.timeout(COMMAND_TIMEOUT_MS).emitWithAck(name, payload)
    return ack as Ack<CommandReply<Name>> // the server checks the schema of the command
  } catch {
    return { ok: false, code: 'offline' } // the caller decides what a missing acknowledgement means
  }
}

/**
 * Joins the user's own room, now and after each connection (specification, section 7). The server already joins it by
 * the session.
 * @returns the function that stops this.
 */
export function joinOwnRoom(userId: string): () => void {
  const join = () => void socket.emit('users:join_room', { userId }, () => undefined)
  if (socket.connected) join()
  socket.on('connect', join)
  return () => void socket.off('connect', join)
}

/**
 * Receives an event that this page acknowledges to its sender and that is not stored. Other events arrive by
 * `platform/connection/live.ts`.
 * @returns the function that unsubscribes
 */
export function onSocketEvent(name: 'call:signal', handler: (payload: unknown, acknowledge: () => void) => void): () => void {
  // `as`: the type of the contract describes stored events, which have no acknowledgement.
  const untyped = socket as unknown as Socket
  const listener = (...args: unknown[]) => {
    const acknowledge = args.at(-1)
    if (typeof acknowledge === 'function') handler(args[0], () => void acknowledge({ ok: true }))
  }
  untyped.on(name, listener)
  return () => void untyped.off(name, listener)
}

/**
 * Sends live data without an acknowledgement. It is dropped while there is no connection, because it would arrive too
 * late.
 */
export function sendLive(name: UnacknowledgedCommandName, payload: Uint8Array<ArrayBuffer>): void {
  if (socket.connected) socket.emit(name, payload)
}

/**
 * Receives live data, which is neither stored nor acknowledged.
 * @returns the function that unsubscribes
 */
export function onLiveData(name: 'radio:frame', handler: (data: Uint8Array | ArrayBuffer) => void): () => void {
  socket.on(name, handler)
  return () => void socket.off(name, handler)
}

/** Calls back when the connection is established and when it is lost. @returns the function that unsubscribes */
export function onConnected(onConnect: () => void, onDisconnect: () => void): () => void {
  if (socket.connected) onConnect()
  socket.on('connect', onConnect)
  socket.on('disconnect', onDisconnect)
  return () => {
    socket.off('connect', onConnect)
    socket.off('disconnect', onDisconnect)
  }
}

type RoomCommand = { [Name in CommandName]: Name extends `${string}${'join' | 'leave'}${string}` ? Name : never }[CommandName]

/**
 * Joins a room while the component is mounted, again after each reconnection. It joins nothing while `payload` is null.
 * `onBack` is called when a reconnection has joined the room again.
 */
export function useRoom<Name extends RoomCommand>(
  join: Name,
  leave: RoomCommand,
  payload: CommandPayload<Name> | null,
  onBack?: () => void,
) {
  const key = payload === null ? null : JSON.stringify(payload)
  const notifyBack = useEffectEvent(() => onBack?.())
  useEffect(() => {
    if (key === null) return
    // `as`: this parses the JSON from above. An effect that depends on text does not join twice for an equal payload.
    const room = JSON.parse(key) as CommandPayload<Name>
    let hasJoined = false
    const enter = async () => {
      const { ok } = await command(join, room)
      if (ok && hasJoined) notifyBack()
      hasJoined ||= ok
    }
    const onConnect = () => void enter()
    if (socket.connected) onConnect()
    socket.on('connect', onConnect)
    return () => {
      socket.off('connect', onConnect)
      if (socket.connected) void command(leave, room as CommandPayload<RoomCommand>)
    }
  }, [join, leave, key])
}
