import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type CheckReply, checkReplyTo } from './connectivity-checks.ts'
import type { Hotspot } from './hotspot.service.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Answers connectivity checks before any route, log, or count of requests. The Host header alone decides, so a check
 * never gets a page of the web application, which a phone would take for the sign-in page of the Wi-Fi.
 */
export function answerChecks(server: Server, hotspot: Hotspot): void {
  const others = server.listeners('request') as Listener[] // those of node:http
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (checkReplyTo(request.headers.host, request.url ?? '/') === null)
      for (const listener of others) listener.call(server, request, response)
    else void hotspot.replyTo(request).then((reply) => reply !== null && send(response, reply))
  })
}

function send(response: ServerResponse, { status, headers, body }: CheckReply): void {
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
  // The body of the request, if it has one, is not read: the connection ends.
  response.writeHead(status, { ...headers, ...length, 'cache-control': 'no-store', connection: 'close' })
  response.end(body) // Node leaves it out of the reply to HEAD
}
