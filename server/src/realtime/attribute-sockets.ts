import type { Socket as TcpSocket } from 'node:net'
import type { ConnectionLimit } from '#/http/connection-limit.ts'
import type { Io } from './io.ts'

/** Counts the WebSocket of a user, or of a screen, to the user or the screen in the limit of connections. */
export function attributeSockets(io: Io, limit: ConnectionLimit): void {
  io.on('connection', ({ data, conn }) => {
    const source = data.viewer?.id ?? data.screen?.id
    if (source === undefined) return
    const attribute = () => {
      // `as`: internal fields of engine.io; absent while the socket is polling
      const { socket } = conn.transport as { readonly socket?: { readonly _socket: TcpSocket | null } }
      if (socket?._socket) limit.attribute(socket._socket, source)
    }
    attribute()
    conn.once('upgrade', attribute)
  })
}
