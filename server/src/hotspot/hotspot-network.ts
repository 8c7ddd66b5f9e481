/**
 * The network of the hotspot. 100.64.0.0/10 is neither public nor one of the private ranges of homes, with which some
 * Android phones take every check for failed. The authority of the server may certify it (name-constraints.ts).
 */
export const HOTSPOT_NETWORK = {
  address: '100.64.76.1',
  prefix: 22,
  netmask: '255.255.252.0',
  subnet: '100.64.76.0',
  firstLease: '100.64.76.20',
  lastLease: '100.64.79.250',
} as const
