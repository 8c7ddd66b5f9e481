import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'

// The lower limit of the alarm app: one durable commit of the bytes, then the same line to all streams.
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 1 })
await pool.query('CREATE TABLE IF NOT EXISTS bare_streams (body jsonb NOT NULL)')

const lines = new Set<ServerResponse>()
const sockets = new Set<WebSocket>()
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.flushHeaders()
    lines.add(response)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    void pool.query('INSERT INTO bare_streams (body) VALUES ($1)', [body]).then(() => {
      for (const stream of lines) stream.write(`${body}\n`)
      for (const socket of sockets) socket.send(body)
      response.end('{}')
    })
  })
})
const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false })
server.on('upgrade', (request, socket, head) => upgrades.handleUpgrade(request, socket, head, (one) => void sockets.add(one)))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port)) // it listens on TCP
process.on('disconnect', () => process.exit(0))
