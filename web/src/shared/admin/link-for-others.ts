/** A link to a page of this server, as the server returns it. */
export interface OwnLink {
  readonly link: string
  readonly hosts: readonly string[]
  readonly httpPort: number | null
}

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

/**
 * Returns the URL that another device can open: no loopback address, and HTTP where the device would first have to trust
 * this server. `isReachable` is false if the server has no address for other devices.
 * @param pageUrl the address of this page
 */
export function linkForOthers({ link, hosts, httpPort }: OwnLink, pageUrl: string) {
  const url = new URL(link, pageUrl)
  if (url.host !== new URL(pageUrl).host) return { url: url.href, isReachable: true } // the configured public URL
  if (httpPort !== null && url.protocol === 'https:') {
    url.protocol = 'http:'
    url.port = String(httpPort)
  }
  if (!LOOPBACK.test(url.hostname)) return { url: url.href, isReachable: true }
  const [host] = hosts
  if (host !== undefined) url.hostname = host
  return { url: url.href, isReachable: host !== undefined }
}
