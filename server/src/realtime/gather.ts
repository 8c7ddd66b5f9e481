import type { Socket as TcpSocket } from 'node:net'
import type { Server } from 'socket.io'

/** Packets to one socket that follow each other faster than this leave together, in milliseconds. A lone one leaves at once. */
const GATHER_WITHIN = 30

type Engine = Server['engine']
interface EngineSocket {
  readonly transport: unknown
}

/** A flood of alerts to many sockets would cost one system call for each packet: they share one instead. */
export function gatherPackets(engine: Engine): void {
  const lastWrite = new WeakMap<TcpSocket, number>()
  const waiting = new Set<TcpSocket>()
  const letGo = () => {
    for (const socket of waiting) socket.uncork()
    waiting.clear()
  }
  engine.on('flush', ({ transport }: EngineSocket, packets: readonly unknown[]) => {
    const socket = tcpSocketOf(transport)
    if (socket === null || waiting.has(socket)) return
    const now = performance.now()
    const isFast = now - (lastWrite.get(socket) ?? -Infinity) < GATHER_WITHIN
    lastWrite.set(socket, now)
    if (isFast) {
      if (waiting.size === 0) setTimeout(letGo, GATHER_WITHIN)
      waiting.add(socket)
      socket.cork()
    } else if (packets.length > 1) {
      // What came together while the socket waited.
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
  })
}

/** What lies below a WebSocket; null for other transports. */
function tcpSocketOf(transport: unknown): TcpSocket | null {
  const { socket } = transport as { socket?: { _socket?: TcpSocket | null } } // as engine.io and ws lay it out
  return socket?._socket ?? null
}
