import { execFile } from 'node:child_process'
import { rm, rmdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { MANIFEST, readManifest } from './hotspot-manifest.ts'

const execute = promisify(execFile)

/**
 * Removes everything that the manifest lists, and the manifest last. It may be repeated after a failure.
 * @returns what was removed; null where no hotspot is installed
 */
export async function removeHotspot(): Promise<string | null> {
  const manifest = await readManifest()
  if (manifest === null) return null
  const { units, files, folders, madeFolders, rules, hasNetworkManager } = manifest
  // A program fails if the part is already removed.
  const tryTo = (program: string, ...args: string[]) => execute(program, args).catch(() => undefined)
  for (const unit of units) await tryTo('systemctl', 'disable', '--now', unit)
  for (const priority of rules)
    for (const family of ['-4', '-6']) await tryTo('ip', family, 'rule', 'del', 'priority', String(priority))
  for (const file of files) await rm(file, { force: true })
  for (const folder of madeFolders) await rmdir(folder).catch(() => undefined) // something else is in it
  await tryTo('systemctl', 'daemon-reload')
  if (hasNetworkManager) await tryTo('nmcli', 'connection', 'reload')
  if (files.some((file) => file.startsWith('/etc/systemd/network/'))) await tryTo('networkctl', 'reload')
  if (files.some((file) => file.startsWith('/etc/chrony/'))) await tryTo('systemctl', 'restart', 'chrony')
  await tryTo('systemctl', 'try-restart', 'noroshi.service')
  for (const folder of folders.filter((each) => !MANIFEST.startsWith(each))) await rm(folder, { recursive: true, force: true })
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
  return `Removed:\n${[...files, ...folders, ...rules.map((priority) => `rule ${priority}`)].map((each) => `- ${each}`).join('\n')}`
}
