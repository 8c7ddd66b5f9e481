import { HOTSPOT_NETWORK } from './hotspot-network.ts'
import type { HotspotSettings } from './hotspot-settings.ts'

/** The output of the commands of the machine; empty: the command failed or is not installed. */
export interface Machine {
  /** Names of all interfaces but loopback. */
  readonly interfaces: readonly string[]
  /** Interfaces with a default route. */
  readonly uplinks: readonly string[]
  readonly missingPrograms: readonly string[]
  readonly hasServerUnit: boolean
  /** The address that the server listens on (HOST). */
  readonly serverHost: string
  /** Whether the hotspot is installed. */
  readonly isInstalled: boolean
  /** `ss --no-header --listening --numeric --tcp --udp --processes` without the sockets of the server. */
  readonly sockets: string
  /** `iw phy` of the radio; null: the interface has no radio. */
  readonly radio: string | null
  /** `iw dev … link`. */
  readonly link: string
  /** `rfkill list wifi`. */
  readonly switches: string
  /** The driver of the radio. */
  readonly driver: string
}

export interface Fact {
  /** An obstacle stops the installation. */
  readonly isObstacle: boolean
  readonly text: string
}

/** Programs of the machine by the Debian package that has them. */
export const PACKAGES: Readonly<Record<string, string>> = {
  dnsmasq: 'dnsmasq-base',
  hostapd: 'hostapd',
  ip: 'iproute2',
  iw: 'iw',
  rfkill: 'rfkill',
  ss: 'iproute2',
}

/** Drivers that serve few phones, with their number. */
const FEW_STATIONS: Readonly<Record<string, string>> = { brcmfmac: '7 to 10', brcmfmac_sdio: '7 to 10' }
/** Ports of names, leases and connectivity checks. */
const PORTS = [
  { port: '53', protocols: ['tcp', 'udp'], use: 'names' },
  { port: '67', protocols: ['udp'], use: 'leases' },
  { port: '80', protocols: ['tcp'], use: 'checks and pages' },
] as const
const EVERYWHERE = ['0.0.0.0', '*', '[::]', HOTSPOT_NETWORK.address]

const obstacle = (text: string): Fact => ({ isObstacle: true, text })
const note = (text: string): Fact => ({ isObstacle: false, text })

/** Returns one sentence for each fact that the operator should know. */
export function factsOf(settings: HotspotSettings, machine: Machine): Fact[] {
  return [
    ...factsOfServer(machine),
    ...factsOfInterface(settings, machine),
    ...factsOfPorts(machine.sockets),
    ...factsOfClock(settings),
  ]
}

function factsOfServer({ isInstalled, hasServerUnit, serverHost, missingPrograms }: Machine): Fact[] {
  const packages = [...new Set(missingPrograms.map((program) => PACKAGES[program] ?? program))]
  return [
    ...(isInstalled ? [obstacle('A hotspot is installed. Run sudo npm run hotspot:remove first.')] : []),
    ...(hasServerUnit ? [] : [obstacle('The server is no service. Run sudo npm run service:install first.')]),
    ...(['0.0.0.0', '::'].includes(serverHost)
      ? []
      : [obstacle(`The server listens on ${serverHost} only. Remove HOST from .env.`)]),
    ...(packages.length === 0
      ? []
      : [obstacle(`Programs are missing. Run: sudo apt-get install --no-install-recommends ${packages.join(' ')}`)]),
  ]
}

function factsOfInterface(settings: HotspotSettings, machine: Machine): Fact[] {
  const { interface: device, radio } = settings
  const { interfaces, uplinks } = machine
  if (!interfaces.includes(device))
    return [obstacle(`There is no interface ${device}. This machine has: ${interfaces.join(', ') || 'none'}.`)]
  const uplink = uplinks.includes(device)
    ? [
        obstacle(
          `${device} is the way of this machine to the internet. Choose another interface, or turn off the DHCP server of the access point on it.`,
        ),
      ]
    : []
  if (radio === null || machine.radio === null)
    return [...uplink, note(`${device} is a cable: connect a LAN port of the access point to it, with its DHCP server off.`)]
  return [...uplink, ...factsOfRadio(device, radio, machine, machine.radio)]
}

function factsOfRadio(
  device: string,
  { country, channel }: NonNullable<HotspotSettings['radio']>,
  { link, switches, driver }: Machine,
  radio: string,
): Fact[] {
  const [, flags] = new RegExp(String.raw`\* \d+(?:\.\d+)? MHz \[${channel}\] (.*)`).exec(radio) ?? []
  const stations = /Maximum associated stations in AP mode: (\d+)/.exec(radio)?.[1] ?? FEW_STATIONS[driver]
  const few = stations === undefined ? 'about 20' : `at most ${stations}`
  return [
    ...(/^\s*\* AP$/m.test(radio)
      ? []
      : [obstacle(`The radio of ${device} cannot be an access point. Use an old router on a cable: --interface eth0.`)]),
    ...(link.startsWith('Connected') ? [obstacle(`${device} is connected to a Wi-Fi. Disconnect it first.`)] : []),
    ...(/Hard blocked: yes/.test(switches) ? [obstacle('A switch of this machine turns its radio off. Turn it on first.')] : []),
    ...(/Soft blocked: yes/.test(switches) ? [note('The radio is turned off in software. The hotspot turns it on.')] : []),
    ...(flags === undefined || /disabled|no IR/.test(flags)
      ? [
          obstacle(
            `The radio may not begin to send on channel ${channel} in ${country}. Choose another one: --channel 1, 6 or 11.`,
          ),
        ]
      : [note(`The radio sends on channel ${channel} by the rules of ${country}.`)]),
    note(`The radio serves ${few} phones. An old router on a cable serves 30 to 60.`),
  ]
}

function factsOfPorts(sockets: string): Fact[] {
  const rows = sockets.split('\n').map((line) => line.trim().split(/\s+/))
  return PORTS.flatMap(({ port, protocols, use }) => {
    const row = rows.find(([protocol = '', , , , local = '']) => {
      const address = local.slice(0, local.lastIndexOf(':')).replace(/%.*/, '')
      return protocols.some((each) => each === protocol) && local.endsWith(`:${port}`) && EVERYWHERE.includes(address)
    })
    if (row === undefined) return []
    const [, name = 'another program'] = /\("([^"]+)"/.exec(row.slice(6).join(' ')) ?? []
    return [obstacle(`Port ${port} (${use}) is used by ${name}. Stop it first.`)]
  })
}

const factsOfClock = ({ hasChrony }: HotspotSettings): Fact[] => [
  note(
    hasChrony
      ? 'chrony gives the time to phones.'
      : 'Phones get no time from this machine, and a wrong clock refuses certificates. Install chrony for it.',
  ),
]
