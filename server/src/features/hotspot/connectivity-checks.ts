// The connectivity checks of operating systems and browsers: what each of them requests to learn whether its Wi-Fi has
// internet, and the reply that it compares with.

export interface CheckReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Check {
  readonly hosts: readonly string[]
  /** The paths of the check; null: any path, since systems have changed theirs. */
  readonly paths: readonly string[] | null
  readonly reply: CheckReply
}

const NOTHING: CheckReply = { status: 204, headers: {}, body: '' }
const text = (body: string, type = 'text/plain', headers = {}): CheckReply => ({
  status: 200,
  headers: { 'content-type': type, ...headers },
  body,
})
/** The header that NetworkManager reads instead of the body. */
const ONLINE = { 'x-networkmanager-status': 'online' }

const CHECKS: readonly Check[] = [
  // Android and its makers, Chrome OS, Chromium and Edge
  {
    hosts: [
      'connectivitycheck.gstatic.com',
      'connectivitycheck.android.com',
      'www.google.com',
      'www.gstatic.com',
      'clients1.google.com',
      'clients3.google.com',
      'play.googleapis.com',
      'connectivitycheck.grapheneos.network',
      'grapheneos.online',
      'connect.rom.miui.com',
      'connectivitycheck.platform.hicloud.com',
      'connectivitycheck.cbg-app.huawei.com',
      'wifi.vivo.com.cn',
      'conn1.oppomobile.com',
      'conn2.oppomobile.com',
      'conn1.coloros.com',
      'conn2.coloros.com',
      'g.cn',
      'www.google.cn',
      'edge-http.microsoft.com',
      'cp.cloudflare.com',
    ],
    paths: ['/generate_204', '/gen_204', '/captiveportal/generate_204', '/'],
    reply: NOTHING,
  },
  // iOS, iPadOS, macOS, watchOS
  {
    hosts: [
      'captive.apple.com',
      'gsp1.apple.com',
      'www.appleiphonecell.com',
      'www.itools.info',
      'www.ibook.info',
      'www.airport.us',
      'www.thinkdifferent.us',
    ],
    paths: null,
    reply: text('<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>', 'text/html'),
  },
  // Windows
  {
    hosts: ['www.msftconnecttest.com', 'ipv6.msftconnecttest.com'],
    paths: ['/connecttest.txt'],
    reply: text('Microsoft Connect Test'),
  },
  { hosts: ['www.msftncsi.com'], paths: ['/ncsi.txt'], reply: text('Microsoft NCSI') },
  // Firefox
  {
    hosts: ['detectportal.firefox.com'],
    paths: ['/canonical.html'],
    reply: text('<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>', 'text/html'),
  },
  { hosts: ['detectportal.firefox.com'], paths: ['/success.txt'], reply: text('success\n') },
  // Desktops on Linux
  {
    hosts: ['nmcheck.gnome.org', 'network-test.debian.org', 'ping.archlinux.org'],
    paths: null,
    reply: text('NetworkManager is online\n', 'text/plain', ONLINE),
  },
  { hosts: ['connectivity-check.ubuntu.com'], paths: null, reply: { ...NOTHING, headers: ONLINE } },
  { hosts: ['fedoraproject.org'], paths: ['/static/hotspot.txt'], reply: text('OK') },
  { hosts: ['networkcheck.kde.org'], paths: null, reply: text('OK\n') },
]

/** The hosts whose names the hotspot resolves to the server while it has no internet. */
export const CHECK_HOSTS: readonly string[] = [...new Set(CHECKS.flatMap(({ hosts }) => hosts))]

const hostSet = new Set(CHECK_HOSTS)
const UNKNOWN: CheckReply = { status: 404, headers: {}, body: '' }

/**
 * Returns the reply to a request by the value of its Host header and its target.
 * @returns null for the host of no check. 404 for another page of such a host.
 */
export function checkReplyTo(host: string | undefined, target: string): CheckReply | null {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (!hostSet.has(name)) return null
  const path = target.split('?', 1)[0] ?? ''
  const check = CHECKS.find(({ hosts, paths }) => hosts.includes(name) && (paths === null || paths.includes(path)))
  return check?.reply ?? UNKNOWN
}
