import type { Socket as TcpSocket } from 'node:net'
import type { Server } from 'socket.io'

/** Milliseconds. Packets to one socket within this time of each other are sent together. A single packet is sent at once. */
const COALESCE_WITHIN = 30

type Engine = Server['engine']
interface EngineSocket {
  readonly transport: unknown
}

interface Packet {
  readonly data: unknown
}

/** Whether a packet is a part of a binary event, which is live sound: bytes, or the text before them. */
const isBinary = ({ data }: Packet): boolean => typeof data !== 'string' || data.startsWith('5')

/** Sends several packets to one socket by one system call, which saves CPU time when a flood of alerts goes to many sockets. */
export function coalescePackets(engine: Engine): void {
  const lastWrite = new WeakMap<TcpSocket, number>()
  const waiting = new Set<TcpSocket>()
  const uncorkAll = () => {
    for (const socket of waiting) socket.uncork()
    waiting.clear()
  }
  engine.on('flush', ({ transport }: EngineSocket, packets: readonly Packet[]) => {
    const socket = tcpSocketOf(transport)
    if (socket === null || waiting.has(socket) || packets.some(isBinary)) return
    const now = performance.now()
    const isFast = now - (lastWrite.get(socket) ?? -Infinity) < COALESCE_WITHIN
    lastWrite.set(socket, now)
    if (isFast) {
      if (waiting.size === 0) setTimeout(uncorkAll, COALESCE_WITHIN)
      waiting.add(socket)
      socket.cork()
    } else if (packets.length > 1) {
      // The engine flushes packets that were buffered while the transport was not writable.
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
  })
}

/** Returns the TCP socket of a WebSocket transport; null for other transports. */
function tcpSocketOf(transport: unknown): TcpSocket | null {
  const { socket } = transport as { socket?: { _socket?: TcpSocket | null } } // internal field of engine.io and ws
  return socket?._socket ?? null
}
