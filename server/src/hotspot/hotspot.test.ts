import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { wifiCode } from '@noroshi/contract/hotspot/wifi-code'
import { runCommandProcess } from '#/testing/processes/command-process.ts'
import { factsOf, type Machine } from './hotspot-facts.ts'
import { hotspotFiles } from './hotspot-files.ts'
import { readManifest } from './hotspot-manifest.ts'
import { faultsOf, type HotspotSettings, newPassphrase } from './hotspot-settings.ts'
import { manifestOf } from './install-hotspot.ts'

const execute = promisify(execFile)
const cable: HotspotSettings = {
  interface: 'eth0',
  radio: null,
  name: 'Shelter',
  passphrase: 'signal-fire-7',
  probes: 'answer',
  internetCheckUrl: 'https://example.org/',
  httpsNames: ['shelter.lan'],
  hasNetworkManager: false,
  hasNetworkd: false,
  hasChrony: false,
}
const radio: HotspotSettings = { ...cable, interface: 'wlan0', radio: { country: 'JP', channel: 6 } }
const managed: HotspotSettings = { ...radio, hasNetworkManager: true }

/** Returns the text of each file by the end of its path. */
const filesOf = (settings: HotspotSettings) =>
  Object.fromEntries(hotspotFiles(settings).map(({ path: file, text }) => [path.basename(file), text]))

const PHY = `Wiphy phy0
\tSupported interface modes:
\t\t * managed
\t\t * AP
\t\tFrequencies:
\t\t\t* 2412.0 MHz [1] (20.0 dBm)
\t\t\t* 2437.0 MHz [6] (20.0 dBm) (no IR)
\t\t\t* 2462.0 MHz [11] (disabled)
`
const machine: Machine = {
  interfaces: ['eth0', 'wlan0'],
  uplinks: [],
  missingPrograms: [],
  hasServerUnit: true,
  serverHost: '0.0.0.0',
  isInstalled: false,
  sockets: '',
  radio: PHY,
  link: 'Not connected.',
  switches: '',
  driver: 'mt76',
}
const obstaclesOf = (settings: HotspotSettings, changed: Partial<Machine> = {}) =>
  factsOf(settings, { ...machine, ...changed }).flatMap(({ isObstacle, text }) => (isObstacle ? [text] : []))

test('a cable to an access point needs names, leases and a rule, and no radio', () => {
  const files = filesOf(cable)
  expect(Object.keys(files).toSorted()).toEqual([
    'check-hosts',
    'check-servers',
    'dnsmasq.conf',
    'hotspot.conf',
    'noroshi-hotspot.service',
    'run.sh',
  ])
  expect(files['dnsmasq.conf']).toContain('\ndhcp-range=100.64.76.20,100.64.79.250,255.255.252.0,12h\n')
  expect(files['dnsmasq.conf']).toContain('\nhost-record=noroshi.lan,noroshi,100.64.76.1\n')
  expect(files['dnsmasq.conf']).toContain('\ndhcp-option=option:ntp-server,100.64.76.1\n')
  expect(files['check-hosts']).toContain('100.64.76.1 captive.apple.com\n')
  expect(files['check-servers']).toContain('server=/captive.apple.com\n')
  expect(files['run.sh']).toContain('ip rule add iif "$device" priority 7676 prohibit')
  expect(files['run.sh']).not.toMatch(/hostapd|nmcli|iw reg/)
  expect(files['hotspot.conf']).toContain('Environment="PORT=80"\nEnvironment="HOTSPOT_PROBES=answer"\n')
  expect(files['hotspot.conf']).toContain('Environment="HTTPS_NAMES=shelter.lan,noroshi.lan"\n')
  for (const { path: file } of hotspotFiles(cable)) expect(file).not.toMatch(/^\/etc\/(dnsmasq|resolv|systemd\/resolved)/)
})

test('a radio is started by hostapd, in its country, and only root reads its passphrase', () => {
  const hostapd = hotspotFiles(radio).find(({ path: file }) => file.endsWith('hostapd.conf'))
  expect(hostapd?.mode).toBe(0o600)
  expect(hostapd?.text).toContain('\ncountry_code=JP\n')
  expect(hostapd?.text).toContain('wpa_passphrase=signal-fire-7\n')
  expect(hostapd?.text).toContain('\nssid2=5368656c746572\n')
  expect(filesOf(radio)['run.sh']).toContain('hostapd /etc/noroshi-hotspot/hostapd.conf &')
})

test('where NetworkManager runs, its profile is the access point, and the rule still stops other traffic', () => {
  const files = hotspotFiles({ ...managed, name: '避難所', passphrase: ' back\\slash' })
  const profile = files.find(({ path: file }) => file.endsWith('.nmconnection'))
  expect(profile?.mode).toBe(0o600)
  expect(profile?.text).toContain('\nmethod=shared\naddress1=100.64.76.1/22\n')
  expect(profile?.text).toContain('\nssid=233;129;191;233;155;163;230;137;128;\n')
  expect(profile?.text).toContain('\npsk=\\sback\\\\slash\n')
  expect(files.map(({ path: file }) => file)).toContain('/etc/NetworkManager/dnsmasq-shared.d/noroshi-hotspot.conf')
  const texts = filesOf(managed)
  expect(texts['noroshi-hotspot.conf']).not.toContain('dhcp-range')
  expect(texts['run.sh']).toContain('nmcli --wait 20 connection up noroshi-hotspot || exit 1')
  expect(texts['run.sh']).toContain('prohibit')
  expect(texts['hostapd.conf']).toBeUndefined()
  const cableProfile = filesOf({ ...cable, hasNetworkManager: true })['noroshi-hotspot.nmconnection']
  expect(cableProfile).toContain('\ntype=ethernet\n')
  expect(cableProfile).not.toContain('[wifi')
})

test('systemd-networkd leaves the interface alone, and chrony answers phones', () => {
  const files = filesOf({ ...cable, hasNetworkd: true, hasChrony: true })
  expect(files['10-noroshi-hotspot.network']).toContain('[Match]\nName=eth0\n\n[Link]\nUnmanaged=yes\n')
  expect(files['noroshi-hotspot.conf']).toContain('allow 100.64.76.0/22\nlocal stratum 10\n')
})

test('bash and systemd accept what is written', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-hotspot-'))
  try {
    for (const settings of [cable, radio, managed]) {
      for (const name of ['run.sh', 'noroshi-hotspot.service'] as const)
        await writeFile(path.join(folder, name), filesOf(settings)[name] ?? '')
      await execute('bash', ['-n', path.join(folder, 'run.sh')])
      const { stderr } = await execute('systemd-analyze', ['verify', '--man=no', path.join(folder, 'noroshi-hotspot.service')])
      expect(stderr).toBe('')
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a machine that fits has no obstacles', () => {
  expect(obstaclesOf(cable)).toEqual([])
  expect(obstaclesOf({ ...radio, radio: { country: 'JP', channel: 1 } })).toEqual([])
  const texts = factsOf({ ...radio, radio: { country: 'JP', channel: 1 } }, { ...machine, driver: 'brcmfmac' })
  expect(texts.map(({ text }) => text)).toContain(
    'The radio serves at most 7 to 10 phones. An old router on a cable serves 30 to 60.',
  )
})

test.each<[string, HotspotSettings, Partial<Machine>, RegExp]>([
  [
    'a hotspot that is installed',
    cable,
    { isInstalled: true },
    /^A hotspot is installed\. Run sudo npm run hotspot:remove first\.$/,
  ],
  ['no service', cable, { hasServerUnit: false }, /Run sudo npm run service:install first\.$/],
  ['a server for this machine only', cable, { serverHost: '127.0.0.1' }, /listens on 127\.0\.0\.1 only/],
  [
    'missing programs',
    radio,
    { missingPrograms: ['dnsmasq', 'iw', 'hostapd'], radio: PHY.replace(' (no IR)', '') },
    /recommends dnsmasq-base iw hostapd$/,
  ],
  ['no such interface', { ...cable, interface: 'eth7' }, {}, /^There is no interface eth7\. This machine has: eth0, wlan0\.$/],
  ['the uplink', cable, { uplinks: ['eth0'] }, /^eth0 is the way of this machine to the internet/],
  [
    'a radio that is no access point',
    radio,
    { radio: PHY.replace('\t\t * AP\n', '').replace(' (no IR)', '') },
    /cannot be an access point/,
  ],
  [
    'a radio that is connected',
    radio,
    { link: 'Connected to 02:00:00:00:00:00 (on wlan0)', radio: PHY.replace(' (no IR)', '') },
    /is connected to a Wi-Fi/,
  ],
  [
    'a switch',
    radio,
    { switches: '0: phy0: Wireless LAN\n\tSoft blocked: yes\n\tHard blocked: yes', radio: PHY.replace(' (no IR)', '') },
    /switch of this machine/,
  ],
  ['a channel without the right to begin', radio, {}, /^The radio may not begin to send on channel 6 in JP/],
  ['a channel that the country forbids', { ...radio, radio: { country: 'JP', channel: 11 } }, {}, /on channel 11 in JP/],
  [
    'port 53',
    cable,
    { sockets: 'udp UNCONN 0 0 0.0.0.0:53 0.0.0.0:* users:(("named",pid=7,fd=3))' },
    /^Port 53 \(names\) is used by named\. Stop it first\.$/,
  ],
  [
    'port 67',
    cable,
    { sockets: 'udp UNCONN 0 0 0.0.0.0:67 0.0.0.0:* users:(("dhcpd",pid=7,fd=3))' },
    /^Port 67 \(leases\) is used by dhcpd/,
  ],
  [
    'port 80',
    cable,
    { sockets: 'tcp LISTEN 0 511 *:80 *:* users:(("nginx",pid=7,fd=3))' },
    /^Port 80 \(checks and pages\) is used by nginx/,
  ],
])('%s is one obstacle with one sentence', (_name, settings, changed, sentence) => {
  expect(obstaclesOf(settings, changed)).toEqual([expect.stringMatching(sentence)])
})

test('programs that listen on loopback or on other ports are no obstacle', () => {
  const sockets = `udp UNCONN 0 0 127.0.0.53%lo:53 0.0.0.0:* users:(("systemd-resolve",pid=7,fd=3))
tcp LISTEN 0 5 127.0.0.1:80 0.0.0.0:* users:(("node",pid=7,fd=3))
tcp LISTEN 0 5 0.0.0.0:8053 0.0.0.0:* users:(("node",pid=7,fd=3))
udp UNCONN 0 0 0.0.0.0:80 0.0.0.0:* users:(("node",pid=7,fd=3))`
  expect(obstaclesOf(cable, { sockets })).toEqual([])
})

test('names, passphrases and countries that a Wi-Fi cannot have are refused', () => {
  expect(faultsOf(radio)).toEqual([])
  const wrong: Partial<HotspotSettings>[] = [
    { name: '' },
    { name: '避難所'.repeat(4) },
    { name: 'a\n' },
    { passphrase: 'short' },
    { passphrase: 'のろし'.repeat(4) },
    { radio: { country: 'jp', channel: 6 } },
    { interface: "eth0'; reboot" },
    { internetCheckUrl: 'example.org' },
  ]
  for (const change of wrong) expect(faultsOf({ ...radio, ...change }), JSON.stringify(change)).toHaveLength(1)
  for (let made = 0; made < 20; made++) expect(newPassphrase()).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)
})

test('the code of a Wi-Fi escapes the signs that end its parts', () => {
  expect(wifiCode('Shelter', 'signal-fire-7')).toBe('WIFI:T:WPA;S:Shelter;P:signal-fire-7;;')
  expect(wifiCode('a;b:c', 'x,y"z\\')).toBe(String.raw`WIFI:T:WPA;S:a\;b\:c;P:x\,y\"z\\;;`)
})

test('the printed sheet gets the Wi-Fi from the list of the installation; a damaged list is an error, not an absence', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-hotspot-'))
  const file = path.join(folder, 'installed.json')
  try {
    expect(await readManifest(file)).toBeNull()
    await writeFile(file, JSON.stringify(manifestOf(cable, new Date())))
    expect(await readManifest(file)).toMatchObject({ wifi: { name: 'Shelter', passphrase: 'signal-fire-7' }, rules: [7676] })
    await writeFile(file, '{"version":1}')
    await expect(readManifest(file)).rejects.toThrow()
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** As root of a system with systemd, the command would install a hotspot. */
const couldInstall = process.getuid?.() === 0 && existsSync('/run/systemd/system')

test.skipIf(couldInstall)(
  'without systemd the commands print what they would do, and change nothing',
  { timeout: 60_000 },
  async () => {
    const args = ['--interface', 'eth9', '--name', 'Shelter', '--passphrase', 'signal-fire-7', '--probes', 'portal']
    const { code, stdout } = await runCommandProcess('hotspot:install', args, {})
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^(systemd does not run this system|Only root may install or remove a hotspot)\. Nothing was changed\./,
    )
    expect(stdout).toContain('! There is no interface eth9.')
    expect(stdout).toContain('\n- systemctl enable --now noroshi-hotspot.service\n')
    expect(stdout).toContain('Environment="HOTSPOT_PROBES=portal"')
    const wrong = await runCommandProcess('hotspot:install', ['--channel', '3'], {})
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toMatch(/^Usage: sudo npm run hotspot:install/)
    const removed = await runCommandProcess('hotspot:remove', [], {})
    expect(removed.code).toBe(1)
    expect(removed.stderr).toContain('Nothing was changed.')
  },
)
