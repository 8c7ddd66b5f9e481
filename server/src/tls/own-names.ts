import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '#/config.ts'

/** Returns all names and addresses under which a device of the network may reach this machine, in lower case. */
export function ownNames({ httpsNames, publicUrl }: Pick<Config, 'httpsNames' | 'publicUrl'>): string[] {
  const host = hostname()
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-')
  const local = host.includes('.') ? host : `${host}.local`
  const publicHost = publicUrl === null ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  return [...new Set(['localhost', '127.0.0.1', local, ...publicHost, ...httpsNames, ...interfaceAddresses()])].toSorted()
}

/** Returns the addresses of all interfaces, without link-local IPv6 addresses, which no page address can contain. */
const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ scopeid }) => !scopeid)
    .map(({ address }) => address)

const LOOPBACK = /^(localhost|127\.|::1$)/

/**
 * Returns the addresses that other devices can open, with names before IPv4 and IPv6 addresses.
 * @param host the address that the server listens on; IPv6 addresses reach it only if that is one too
 */
export const namesForOthers = (names: readonly string[], host: string): string[] =>
  names.filter((name) => !LOOPBACK.test(name) && (isIP(name) !== 6 || host.includes(':'))).toSorted((a, b) => isIP(a) - isIP(b))

/** Bridges between containers or virtual machines, which no device of the network reaches. */
const VIRTUAL = /^(docker|br-|veth|virbr|lxc|podman)/

/** Returns the IPv4 addresses of this machine in its networks. */
export const lanAddresses = (): string[] =>
  Object.entries(networkInterfaces())
    .flatMap(([name, addresses = []]) => (VIRTUAL.test(name) ? [] : addresses))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

/**
 * Returns the addresses under which other devices open this server, without a configured name.
 * @param host the address that the server listens on
 */
export function hostsForOthers(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return lanAddresses()
  return LOOPBACK.test(host) ? [] : [isIP(host) === 6 ? `[${host}]` : host]
}
