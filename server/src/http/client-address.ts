import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Returns the IP address of the client of a request; undefined when the client has cut the connection. */
export type AddressOf = (request: IncomingMessage) => string | undefined

/** Returns the function that finds the address of a client as `request.ip` of Fastify does: behind a proxy from its header. */
export function createAddressOf({ trustProxy }: { readonly trustProxy: readonly string[] }): AddressOf {
  if (trustProxy.length === 0) return ({ socket }) => socket.remoteAddress
  const isTrusted = proxyAddr.compile([...trustProxy])
  return (request) => (request.socket.remoteAddress === undefined ? undefined : proxyAddr(request, isTrusted))
}
