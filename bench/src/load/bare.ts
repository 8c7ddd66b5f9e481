import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { Server } from 'socket.io'

// The lower limit: one durable commit of the bytes, then a bare Socket.IO broadcast.
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 1 })
await pool.query('CREATE TABLE IF NOT EXISTS bare (body jsonb NOT NULL)')

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    void pool.query('INSERT INTO bare (body) VALUES ($1)', [body]).then(() => {
      io.emit('broadcast', JSON.parse(body))
      response.end('{}')
    })
  })
})
const io = new Server(server, { perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)) // it listens on TCP
process.on('disconnect', () => process.exit(0))
