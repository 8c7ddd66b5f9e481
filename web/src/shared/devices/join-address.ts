import type { HttpsInfo } from '@noroshi/contract/https/https.http'

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/
const IPV4 = /^\d+(\.\d+){3}$/

/**
 * Returns the address that another device opens to join: with an own authority the join page on HTTP, which every
 * device can open, else the server on HTTPS.
 * @param hostname the host of this page. Other devices cannot open a loopback address; they get one of the server's.
 */
export function joinAddress({ hasOwnAuthority, httpPort, port, names }: HttpsInfo, hostname: string): string {
  const reachable = names.find((name) => IPV4.test(name)) ?? names.find((name) => !name.includes(':'))
  const host = hasOwnAuthority && !LOOPBACK.test(hostname) ? hostname : (reachable ?? hostname)
  return hasOwnAuthority ? `http://${host}:${httpPort}/join` : `https://${host}:${port}`
}
