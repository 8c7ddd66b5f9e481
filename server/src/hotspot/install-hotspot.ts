import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { wifiCode } from '@noroshi/contract/hotspot/wifi-code'
import { CommandError } from '#/command-error.ts'
import { factsOf } from './hotspot-facts.ts'
import { hotspotFiles, STATE, UNIT } from './hotspot-files.ts'
import { type Manifest, MANIFEST } from './hotspot-manifest.ts'
import { FILES, RULE_PRIORITY, RUN } from './hotspot-script.ts'
import { assertValid, type HotspotSettings } from './hotspot-settings.ts'
import { readMachine } from './read-machine.ts'
import { removeHotspot } from './remove-hotspot.ts'

const execute = promisify(execFile)
const SERVER_UNIT = '/etc/systemd/system/noroshi.service'
/** Exists while systemd runs the system. */
const SYSTEMD = '/run/systemd/system'
/** Milliseconds after which a program that cannot start has ended. */
const STARTS_WITHIN_MS = 3000
const [SHARED, GROUP_ONLY] = [0o755, 0o640]

interface Step {
  readonly text: string
  readonly run: () => Promise<unknown>
}

/**
 * Installs the hotspot of the server and starts it. Without systemd, without root or with an obstacle, nothing is changed.
 * @param serverHost the address that the server listens on
 * @returns what was done, or what would be done
 * @throws CommandError for invalid settings, and for an obstacle where the command could run
 */
export async function installHotspot(settings: HotspotSettings, serverHost: string, now: Date): Promise<string> {
  assertValid(settings)
  const facts = factsOf(settings, await readMachine(settings, serverHost))
  const list = facts.map(({ isObstacle, text }) => `${isObstacle ? '! ' : '- '}${text}`).join('\n')
  const steps = stepsOf(settings, now)
  const stepList = steps.map(({ text }) => `- ${text}`).join('\n')
  const refusal = refusalOf()
  if (refusal !== null) {
    const texts = hotspotFiles(settings).map(({ path: file, text }) => `${file}:\n\n${text}`)
    return `${refusal} Nothing was changed.\n${list}\nThe command would:\n${stepList}\n\n${texts.join('\n')}`
  }
  const obstacles = facts.filter(({ isObstacle }) => isObstacle).map(({ text }) => text)
  if (obstacles.length > 0) throw new CommandError(`Nothing was changed. ${obstacles.join(' ')}`)
  try {
    for (const { run } of steps) await run()
  } catch (error) {
    await removeHotspot()
    throw error
  }
  return `${list}\nDone:\n${stepList}\n${nextSteps(settings)}`
}

/** Returns why nothing can be changed; null if it can. */
export function refusalOf(): string | null {
  if (!existsSync(SYSTEMD)) return 'systemd does not run this system.'
  return process.getuid?.() === 0 ? null : 'Only root may install or remove a hotspot.'
}

function stepsOf(settings: HotspotSettings, now: Date): Step[] {
  const files = hotspotFiles(settings)
  const { hasNetworkManager, hasNetworkd, hasChrony } = settings
  const command = (program: string, ...args: string[]): Step => ({
    text: [program, ...args].join(' '),
    run: () => execute(program, args),
  })
  return [
    { text: `write the list of all changes to ${MANIFEST}`, run: () => writeManifest(manifestOf(settings, now)) },
    ...files.map((file) => ({ text: `write ${file.path}`, run: () => write(file.path, file.text, file.mode) })),
    command('systemctl', 'daemon-reload'),
    ...(hasNetworkManager ? [command('nmcli', 'connection', 'reload')] : []),
    ...(hasNetworkd ? [command('networkctl', 'reload')] : []),
    ...(hasChrony ? [command('systemctl', 'restart', 'chrony')] : []),
    command('systemctl', 'enable', '--now', UNIT),
    command('systemctl', 'restart', 'noroshi.service'),
    { text: 'check that the hotspot runs', run: assertRunning },
  ]
}

/** Returns the list of everything that the steps change. */
export const manifestOf = (settings: HotspotSettings, now: Date): Manifest => ({
  version: 1,
  installedAt: now.toISOString(),
  interface: settings.interface,
  wifi: { name: settings.name, passphrase: settings.passphrase },
  hasNetworkManager: settings.hasNetworkManager,
  units: [UNIT],
  files: hotspotFiles(settings).map((file) => file.path),
  folders: [FILES, RUN, STATE],
  madeFolders: [...new Set(hotspotFiles(settings).map((file) => path.dirname(file.path)))].filter(
    (folder) => !existsSync(folder),
  ),
  rules: [RULE_PRIORITY],
})

/** The group of the service may read the list, which has the passphrase for the printed sheet. */
async function writeManifest(manifest: Manifest): Promise<void> {
  await write(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`, GROUP_ONLY)
  const [, group = 'root'] = /^Group=(.+)$/m.exec(await readFile(SERVER_UNIT, 'utf8')) ?? []
  await execute('chgrp', [group, MANIFEST])
}

async function write(file: string, text: string, mode: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: SHARED })
  await writeFile(`${file}.new`, text, { mode })
  await chmod(`${file}.new`, mode) // whatever the umask of the operator is
  await rename(`${file}.new`, file)
}

/** @throws CommandError when the service has ended, such as a hostapd that the radio refuses */
async function assertRunning(): Promise<void> {
  await sleep(STARTS_WITHIN_MS)
  await execute('systemctl', ['is-active', '--quiet', UNIT]).catch(() => {
    throw new CommandError('The hotspot does not start. Nothing was kept. The reason: journalctl -u noroshi-hotspot')
  })
}

function nextSteps({ radio, name, passphrase }: HotspotSettings): string {
  const router =
    radio === null
      ? 'Set the access point to this name and passphrase, turn its DHCP server off, and connect a LAN port of it.\n'
      : ''
  return `Wi-Fi: ${name}\nPassphrase: ${passphrase}\nQR code: ${wifiCode(name, passphrase)}\n${router}Join with a phone and open http://noroshi.lan/. Print the sheet in the administration, under The first hour. Undo: sudo npm run hotspot:remove.`
}
