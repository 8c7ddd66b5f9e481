import { lookup } from 'node:dns'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

/** IPv4 ranges that are not reachable on the internet (IANA special-purpose registry), as address and prefix. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
/** IPv6 ranges within 2000::/3 that contain other addresses or are not reachable. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [address, prefix] of SPECIAL_IPV4) special.addSubnet(address, prefix, 'ipv4')
for (const [address, prefix] of SPECIAL_IPV6) special.addSubnet(address, prefix, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/**
 * Returns whether an IP address is public: not an address of this machine, of a private network or of a special use.
 */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address) ? !special.check(address, 'ipv4') : global.check(address, 'ipv6') && !special.check(address, 'ipv6')

/** Error: a host name has an address that is not allowed. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/**
 * Returns a function that looks up a host name for a connection, and fails if one of its addresses is not allowed. The connection
 * uses the addresses of this lookup, so that the name cannot resolve to another address in between (DNS rebinding).
 */
export const lookupOf =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) return callback(error ?? new Error('the host has no address'), '')
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(new PrivateAddress(), '')
      if (options.all === true) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }

/** Looks up a host name, and fails if one of its addresses is not public. */
export const publicLookup: LookupFunction = lookupOf(isPublicAddress)
