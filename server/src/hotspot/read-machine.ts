import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Machine } from './hotspot-facts.ts'
import type { HotspotSettings } from './hotspot-settings.ts'
import { MANIFEST } from './hotspot-manifest.ts'

const execute = promisify(execFile)
/** Folders of programs that PATH of a user may lack. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']
const SERVER_UNIT = '/etc/systemd/system/noroshi.service'

/** Returns what a command prints; empty after a failure. */
const outputOf = (program: string, ...args: string[]): Promise<string> =>
  execute(program, args, { env: { ...process.env, LC_ALL: 'C', PATH: FOLDERS.join(':') } }).then(
    ({ stdout }) => stdout,
    () => '',
  )

async function hasProgram(name: string): Promise<boolean> {
  for (const folder of FOLDERS)
    if (
      await access(path.join(folder, name), constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return true
  return false
}

const pathOf = (device: string) => `/sys/class/net/${path.basename(device)}`

/** Returns whether an interface is a radio. */
export const hasRadio = (device: string): boolean => existsSync(`${pathOf(device)}/phy80211`)

/** Returns which programs manage the network and the clock of this machine. */
export async function readManagers(): Promise<Pick<HotspotSettings, 'hasNetworkManager' | 'hasNetworkd' | 'hasChrony'>> {
  const isActive = async (unit: string) => (await outputOf('systemctl', 'is-active', unit)).trim() === 'active'
  const [hasNetworkManager, hasNetworkd] = await Promise.all([isActive('NetworkManager'), isActive('systemd-networkd')])
  return { hasNetworkManager, hasNetworkd: hasNetworkd && !hasNetworkManager, hasChrony: existsSync('/etc/chrony/conf.d') }
}

/** Reads the facts about this machine. */
export async function readMachine(settings: HotspotSettings, serverHost: string): Promise<Machine> {
  const { interface: device, radio, hasNetworkManager } = settings
  const phy = radio === null ? '' : (await readFile(`${pathOf(device)}/phy80211/name`, 'utf8').catch(() => '')).trim()
  const needed = ['dnsmasq', 'ip', 'ss', ...(radio === null ? [] : ['iw', 'rfkill', ...(hasNetworkManager ? [] : ['hostapd'])])]
  const missing = await Promise.all(needed.map(async (name) => ((await hasProgram(name)) ? [] : [name])))
  return {
    interfaces: (await readdir('/sys/class/net')).filter((name) => name !== 'lo'),
    uplinks: [...(await outputOf('ip', 'route', 'show', 'default')).matchAll(/ dev (\S+)/g)].map(([, name = '']) => name),
    missingPrograms: missing.flat(),
    hasServerUnit: existsSync(SERVER_UNIT),
    serverHost,
    isInstalled: existsSync(MANIFEST),
    sockets: await socketsOfOthers(),
    radio: radio === null ? null : await outputOf('iw', 'phy', phy, 'info'),
    link: radio === null ? '' : await outputOf('iw', 'dev', device, 'link'),
    switches: radio === null ? '' : await outputOf('rfkill', 'list', 'wifi'),
    driver: path.basename(await readlink(`${pathOf(device)}/device/driver`).catch(() => '')),
  }
}

/** Returns the open ports, without those of the server itself. */
async function socketsOfOthers(): Promise<string> {
  const lines = (await outputOf('ss', '--no-header', '--listening', '--numeric', '--tcp', '--udp', '--processes')).split('\n')
  const kept = await Promise.all(lines.map(async (line) => ((await isOfServer(line)) ? [] : [line])))
  return kept.flat().join('\n')
}

async function isOfServer(line: string): Promise<boolean> {
  const [, pid] = /pid=(\d+)/.exec(line) ?? []
  return pid !== undefined && (await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')).includes('/noroshi.service')
}
