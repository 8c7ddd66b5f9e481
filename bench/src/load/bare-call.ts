import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Server } from 'socket.io'

// The lower limit of a call: the page bare-call.html and a Socket.IO server that relays its signals.
const html = readFileSync(path.join(import.meta.dirname, 'bare-call.html'))
const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
const io = new Server(server, { perMessageDeflate: false })
io.on('connection', (socket) => {
  socket.on('join', (room: string, done: (others: string[]) => void) => {
    const others = [...(io.of('/').adapter.rooms.get(room) ?? [])]
    void socket.join(room)
    done(others)
  })
  socket.on('signal', (id: string, signal: unknown) => io.to(id).emit('signal', socket.id, signal))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)) // it listens on TCP
process.on('disconnect', () => process.exit(0))
