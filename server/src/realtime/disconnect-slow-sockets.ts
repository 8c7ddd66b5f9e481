import type { Socket as TcpSocket } from 'node:net'
import type { Server } from 'socket.io'

/** Max bytes that wait for one connection. */
export const UNSENT_BYTES_MAX = 4 * 1024 * 1024
/** Milliseconds between two checks of all connections. */
const CHECK_EVERY_MS = 1000

/** The fields of an engine.io socket that a cut uses; `socket` and `_socket` are internal. */
export interface CuttableSocket {
  close(discard: boolean): void
  readonly transport: { readonly socket?: { readonly bufferedAmount: number; readonly _socket: TcpSocket | null } }
}

/** `writeBuffer` is internal. */
interface EngineSocket extends CuttableSocket {
  once(name: 'close', listener: () => void): void
  readonly writeBuffer: readonly { readonly data?: string | Buffer }[]
}

/**
 * Cuts the connections that do not take what is sent to them, so that they do not fill the memory. Their clients reconnect and
 * catch up by the journal.
 */
export function disconnectSlowSockets(engine: Server['engine']): void {
  const open = new Set<EngineSocket>()
  engine.on('connection', (socket: EngineSocket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  setInterval(() => {
    for (const socket of open) if (unsentBytesOf(socket) > UNSENT_BYTES_MAX) cut(socket)
  }, CHECK_EVERY_MS).unref()
}

const unsentBytesOf = ({ writeBuffer, transport }: EngineSocket): number =>
  writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), transport.socket?.bufferedAmount ?? 0)

/** Closes a connection at once. The close frame of a WebSocket would wait behind the unsent bytes. */
export function cut(socket: CuttableSocket): void {
  const tcpSocket = socket.transport.socket?._socket
  if (tcpSocket) tcpSocket.destroy()
  else socket.close(true)
}
