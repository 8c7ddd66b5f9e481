import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

// The lower limit of live sound: a Socket.IO server that relays each frame to the other sockets of a room. It checks and stores
// nothing.
const server = createServer()
const io = new Server(server, { perMessageDeflate: false })
io.on('connection', (socket) => {
  socket.on('join', (room: string, done: () => void) => {
    void socket.join(room)
    socket.data = { room }
    done()
  })
  socket.on('radio:frame', (frame: Buffer) => {
    const { room } = socket.data as { room: string } // joined before its first frame
    socket.to(room).emit('radio:frame', frame)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)) // it listens on TCP
process.on('disconnect', () => process.exit(0))
