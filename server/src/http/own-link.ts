import type { Deps } from '#/deps.ts'
import { hostsForOthers } from '#/tls/own-names.ts'

/**
 * Returns a link to a path of this server, for another device. Its origin is the configured public URL, never a header
 * of the request. Without that URL the page adds an origin that the other device can open.
 */
export function ownLink({ config, https }: Pick<Deps, 'config' | 'https'>, path: string) {
  const { publicUrl, host } = config
  const needsTrust = https?.isListening === true && https.certificate.authorityCert !== null
  return {
    link: (publicUrl ?? '') + path,
    hosts: publicUrl === null ? hostsForOthers(host) : [],
    httpPort: needsTrust ? https.httpPort : null,
  }
}
