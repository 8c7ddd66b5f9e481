import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { Ack } from '@noroshi/contract/define'
import type { ClientEvents, CommandName, CommandPayload, Handshake, ServerEvents } from '@noroshi/contract/realtime'
import { latestAlertTokens, onAlertTokens } from './alert-tokens.ts'
import { accessToken, onAccessToken } from './session.ts'
import { COMMAND_TIMEOUT_MS, RETRY_MS } from './tuning.ts'

/** To the unit; says nothing of the internet. */
export type Connection = 'online' | 'offline' | 'connecting'

const handshake = (): Handshake => {
  const token = accessToken()
  const tokens = latestAlertTokens()
  return { ...(token !== null && { token }), ...(tokens.length > 0 && { alertTokens: tokens }) }
}

/** The one socket of this tab. It carries hints alone: the database, asked over http, is the truth. */
export const socket: Socket<ServerEvents, ClientEvents> = io({
  path: '/socket.io',
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 500,
  reconnectionDelayMax: RETRY_MS,
  auth: (give) => give({ ...handshake() }),
})

let connection: Connection = 'connecting'
const watchers = new Set<() => void>()

const become = (next: Connection) => {
  if (next === connection) return
  connection = next
  for (const watcher of watchers) watcher()
}

const watchConnection = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useConnection = (): Connection => useSyncExternalStore(watchConnection, () => connection)

/** A new token is a new person to the server: rooms are decided at the handshake alone. */
const reconnect = () => {
  if (!socket.active) return
  socket.disconnect()
  socket.connect()
}

/** Where the server itself ended or refused the connection, socket.io does not try again. */
const tryAgainLater = () => {
  if (!socket.active) setTimeout(() => socket.connect(), RETRY_MS)
}

/** Once, before the first render. */
export function startSocket() {
  socket.on('connect', () => become('online'))
  socket.on('connect_error', () => {
    become('offline')
    tryAgainLater()
  })
  socket.on('disconnect', (reason) => {
    become('connecting')
    if (reason === 'io server disconnect') tryAgainLater()
  })
  window.addEventListener('online', () => {
    if (!socket.connected) socket.disconnect().connect()
  })
  onAccessToken(reconnect)
  onAlertTokens(reconnect)
  socket.connect()
}

/** Asks the server and waits for its answer; no answer is `{ ok: false, code: 'offline' }`. */
export async function command<Name extends CommandName>(name: Name, payload: CommandPayload<Name>): Promise<Ack> {
  // `as`: over a union of names TypeScript cannot tie the payload to its name; the signature above has done so.
  const untyped = socket as unknown as Socket
  try {
    return Ack.parse(await untyped.timeout(COMMAND_TIMEOUT_MS).emitWithAck(name, payload))
  } catch {
    return { ok: false, code: 'offline' } // the caller decides what a command without an answer means
  }
}

type RoomCommand = { [Name in CommandName]: Name extends `${string}${'join' | 'leave'}${string}` ? Name : never }[CommandName]

/**
 * In a room while the component is on the screen: joined again after each reconnection. `payload` null joins nothing.
 * `onBack` is called when one is in it again after being away.
 */
export function useRoom<Name extends RoomCommand>(
  join: Name,
  leave: RoomCommand,
  payload: CommandPayload<Name> | null,
  onBack?: () => void,
) {
  const key = payload === null ? null : JSON.stringify(payload)
  const back = useEffectEvent(() => onBack?.())
  useEffect(() => {
    if (key === null) return
    // `as`: what was written as JSON above is read again, so that an equal payload does not join twice.
    const room = JSON.parse(key) as CommandPayload<Name>
    let hasBeenIn = false
    const enter = async () => {
      const { ok } = await command(join, room)
      if (ok && hasBeenIn) back()
      hasBeenIn ||= ok
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
