import { HOTSPOT_NAME } from '@noroshi/contract/hotspot/hotspot.http'
import { CHECK_HOSTS } from '#/features/hotspot/connectivity-checks.ts'
import { HOTSPOT_NETWORK } from './hotspot-network.ts'
import { FILES, hotspotScript, RUN } from './hotspot-script.ts'
import type { HotspotSettings } from './hotspot-settings.ts'

/** A file that the command writes. */
export interface HotspotFile {
  readonly path: string
  readonly text: string
  /** Rights of the file. Those with the passphrase are for root only. */
  readonly mode: number
}

export const STATE = '/var/lib/noroshi-hotspot'
export const UNIT = 'noroshi-hotspot.service'
const WRITTEN = '# Written by npm run hotspot:install, removed by npm run hotspot:remove.'
const [PUBLIC, SECRET] = [0o644, 0o600]
/** Windows compares the address of this name. */
const WINDOWS = { name: 'dns.msftncsi.com', address: '131.107.255.255' }
/** Phones that one access point serves: hostapd refuses more. */
const STATIONS_MAX = 120

/** Returns all files of a hotspot. */
export function hotspotFiles(settings: HotspotSettings): HotspotFile[] {
  const { hasNetworkManager, hasNetworkd, hasChrony, radio } = settings
  const file = (path: string, text: string, mode = PUBLIC): HotspotFile => ({ path, text, mode })
  const names = hasNetworkManager ? '/etc/NetworkManager/dnsmasq-shared.d/noroshi-hotspot.conf' : `${FILES}/dnsmasq.conf`
  return [
    file(names, dnsmasqConfig(settings)),
    file(`${FILES}/check-hosts`, checkHosts()),
    file(`${FILES}/check-servers`, checkServers()),
    file(`${FILES}/run.sh`, hotspotScript(settings)),
    file(`/etc/systemd/system/${UNIT}`, hotspotUnit()),
    file('/etc/systemd/system/noroshi.service.d/hotspot.conf', serverDropIn(settings)),
    ...(radio !== null && !hasNetworkManager
      ? [file(`${FILES}/hostapd.conf`, hostapdConfig(settings, radio.country, radio.channel), SECRET)]
      : []),
    ...(hasNetworkManager
      ? [file('/etc/NetworkManager/system-connections/noroshi-hotspot.nmconnection', managerProfile(settings), SECRET)]
      : []),
    ...(hasNetworkd ? [file('/etc/systemd/network/10-noroshi-hotspot.network', networkdFile(settings))] : []),
    ...(hasChrony ? [file('/etc/chrony/conf.d/noroshi-hotspot.conf', chronyConfig())] : []),
  ]
}

/** Names and leases. NetworkManager chooses interface and leases of its own dnsmasq. */
function dnsmasqConfig({ interface: device, hasNetworkManager }: HotspotSettings): string {
  const { address, firstLease, lastLease, netmask } = HOTSPOT_NETWORK
  const leases = `interface=${device}
except-interface=lo
bind-dynamic
no-hosts
dhcp-range=${firstLease},${lastLease},${netmask},12h
dhcp-authoritative
dhcp-lease-max=1000
dhcp-leasefile=${STATE}/leases
dhcp-option=option:router,${address}
dhcp-option=option:dns-server,${address}
`
  return `${WRITTEN}
# No name exists but the following ones. Apps then know at once that they are offline, Firefox asks no DNS over HTTPS
# (use-application-dns.net) and iCloud no Private Relay (mask.icloud.com).
no-resolv
local=/#/
host-record=${HOTSPOT_NAME},noroshi,${address}
# The names of connectivity checks: run.sh changes both files.
addn-hosts=${RUN}/hosts
servers-file=${RUN}/servers
local-ttl=10
bogus-priv
${hasNetworkManager ? '' : leases}dhcp-option=option:ntp-server,${address}
dhcp-option=option:domain-search,lan
# RFC 8910: there is no captive portal.
dhcp-option-force=114,urn:ietf:params:capport:unrestricted
`
}

const checkHosts = (): string =>
  [...CHECK_HOSTS.map((host) => `${HOTSPOT_NETWORK.address} ${host}`), `${WINDOWS.address} ${WINDOWS.name}`, ''].join('\n')

/** run.sh adds the name servers of the machine. */
const checkServers = (): string => [...CHECK_HOSTS, WINDOWS.name].map((host) => `server=/${host}\n`).join('')

function hostapdConfig({ interface: device, name, passphrase }: HotspotSettings, country: string, channel: number): string {
  return `${WRITTEN}
interface=${device}
driver=nl80211
# The name in hexadecimal may have any character.
ssid2=${Buffer.from(name).toString('hex')}
utf8_ssid=1
country_code=${country}
ieee80211d=1
# 2.4 GHz reaches farther, and every phone has it.
hw_mode=g
channel=${channel}
ieee80211n=1
wmm_enabled=1
# WPA2 and WPA3.
auth_algs=1
wpa=2
wpa_key_mgmt=WPA-PSK SAE
rsn_pairwise=CCMP
ieee80211w=1
sae_require_mfp=1
wpa_passphrase=${passphrase}
# Phones reach the server, not each other.
ap_isolate=1
max_num_sta=${STATIONS_MAX}
# A phone that sleeps is asked before it is dropped.
ap_max_inactivity=1800
skip_inactivity_poll=0
disassoc_low_ack=0
dtim_period=3
`
}

/** Values of key files have escapes; a name in bytes needs none. */
function managerProfile({ interface: device, name, passphrase, radio }: HotspotSettings): string {
  const { address, prefix } = HOTSPOT_NETWORK
  const wifi = `
[wifi]
mode=ap
band=bg
channel=${radio?.channel}
ssid=${[...Buffer.from(name)].join(';')};

[wifi-security]
key-mgmt=wpa-psk
psk=${passphrase.replaceAll('\\', '\\\\').replace(/^ /, String.raw`\s`)}
`
  return `${WRITTEN}
[connection]
id=noroshi-hotspot
uuid=6e6f726f-7368-4069-a86f-7473706f7401
type=${radio === null ? 'ethernet' : 'wifi'}
interface-name=${device}
autoconnect=true
${radio === null ? '' : wifi}
[ipv4]
method=shared
address1=${address}/${prefix}

[ipv6]
method=disabled
`
}

const networkdFile = ({ interface: device }: HotspotSettings): string => `${WRITTEN}
[Match]
Name=${device}

[Link]
Unmanaged=yes
`

/** Also without internet, the clock of this machine is the best one that phones have. */
const chronyConfig = (): string => `${WRITTEN}
allow ${HOTSPOT_NETWORK.subnet}/${HOTSPOT_NETWORK.prefix}
local stratum 10
`

const hotspotUnit = (): string => `${WRITTEN}
[Unit]
Description=Hotspot of Noroshi
After=network.target NetworkManager.service systemd-networkd.service
# It is started again however often it ends, also after its radio was unplugged.
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=/bin/bash ${FILES}/run.sh
Restart=always
RestartSec=5
RuntimeDirectory=noroshi-hotspot
RuntimeDirectoryPreserve=restart
StateDirectory=noroshi-hotspot
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
`

/** Escapes a value between quotes in a unit file. */
const escaped = (value: string): string => value.replaceAll('%', '%%').replaceAll(/["\\]/g, String.raw`\$&`)

/** Settings of the server that .env cannot override. Phones send their checks to port 80. */
function serverDropIn({ probes, internetCheckUrl, httpsNames }: HotspotSettings): string {
  const names = [...new Set([...httpsNames, HOTSPOT_NAME])].join(',')
  const settings = { PORT: '80', HOTSPOT_PROBES: probes, INTERNET_CHECK_URL: new URL(internetCheckUrl).href, HTTPS_NAMES: names }
  const lines = Object.entries(settings).map(([name, value]) => `Environment="${name}=${escaped(value)}"`)
  return `${WRITTEN}
[Unit]
After=${UNIT}

[Service]
${lines.join('\n')}
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE
`
}
