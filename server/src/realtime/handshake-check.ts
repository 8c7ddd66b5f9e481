import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import type { Config } from '#/config.ts'
import type { AddressOf } from '#/http/client-address.ts'
import { isOwnOrigin } from '#/http/own-origin.ts'
import { sourceOf } from '#/http/source-of.ts'

/** Max sockets of one address. A shelter of thousands has one address. */
export const SOCKETS_MAX = 10_000
/** Min milliseconds between two log lines about refused origins. */
const WARNING_INTERVAL_MS = 60_000

type Settings = Pick<Config, 'publicUrl' | 'trustProxy'>
type Respond = (refusal: string | null, isAccepted: boolean) => void

/**
 * Returns the function that accepts or refuses new sockets, for both transports: pages of other origins are refused, and so is a
 * socket above the limit of its address. An SOS does not need a socket.
 */
export function createHandshakeCheck(
  settings: Settings,
  logWarning: (text: string) => void,
  countOf: (request: IncomingMessage) => number,
): (request: IncomingMessage, respond: Respond) => void {
  let lastWarning = -Infinity
  return (request, respond) => {
    if (countOf(request) >= SOCKETS_MAX) return respond('too many sockets', false)
    if (isOwnOrigin(request, settings)) return respond(null, true)
    if (performance.now() - lastWarning > WARNING_INTERVAL_MS) {
      lastWarning = performance.now()
      const { origin = 'another site', host } = request.headers
      logWarning(`A socket of a page of ${origin} was refused at host ${host}. A proxy has to pass the host, or set PUBLIC_URL`)
    }
    respond('origin', false)
  }
}

/**
 * Counts the open sockets of each address.
 * @returns the function that counts those of the address that a request comes from
 */
export function countSockets(engine: Server['engine'], addressOf: AddressOf): (request: IncomingMessage) => number {
  const counts = new Map<string, number>()
  engine.on('connection', (socket: { request: IncomingMessage; once(name: 'close', listener: () => void): void }) => {
    const source = sourceOf(addressOf(socket.request))
    counts.set(source, (counts.get(source) ?? 0) + 1)
    socket.once('close', () => {
      const left = (counts.get(source) ?? 1) - 1
      if (left === 0) counts.delete(source)
      else counts.set(source, left)
    })
  })
  return (request) => counts.get(sourceOf(addressOf(request))) ?? 0
}
