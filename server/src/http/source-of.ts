import type { FastifyRequest } from 'fastify'

/**
 * Returns an IPv4 address unchanged, and of an IPv6 address its /64 network, since one household or phone has a whole /64.
 * @param ip undefined for a connection that the client has cut: `request.ip` has no address then, in spite of its type
 */
export function sourceOf(ip: string | undefined): string {
  if (ip === undefined) return ''
  if (!ip.includes(':')) return ip
  const mapped = /(?:^|:)(\d+(?:\.\d+){3})$/.exec(ip)?.[1] ?? mappedInHex(ip)
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}

/** Returns the IPv4 address of a mapped address in hexadecimal, as some proxies send it: `::ffff:c0a8:101` is 192.168.1.1. */
function mappedInHex(ip: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(ip) ?? []
  if (high === undefined || low === undefined) return undefined
  const [one, other] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, other >> 8, other & 255].join('.')
}

/**
 * Returns the source that a request counts to where callers share a limited resource: the user of its session, since one user may
 * have many sessions, otherwise its address. The token of an alert is no source, because any caller gets one with each SOS.
 */
export const sourceOfCaller = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string => caller.viewer?.id ?? sourceOf(ip)
