import { rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { BackupSettingsForm } from '@noroshi/contract/backups/backups.http'
import type { World } from './world.ts'

/** The folder for the backups of a test server, beside its data directory. */
const folderOf = ({ noroshi }: World): string => `${noroshi.deps.config.dataDir}-backups`

/** Returns a form that chooses the folder as the target. */
export const backupForm = (world: World): BackupSettingsForm => ({
  isOn: true,
  target: 'folder',
  folder: folderOf(world),
  disk: '',
  time: '03:00',
  timeZone: 'Asia/Tokyo',
  keep: 14,
})

/** Creates the folder, which is deleted when the tests of the file end. */
export async function createBackupTarget(world: World): Promise<void> {
  const folder = folderOf(world)
  await mkdir(folder, { recursive: true })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Creates the folder and stores it as the target. */
export async function chooseBackupTarget(world: World): Promise<void> {
  await createBackupTarget(world)
  const value = JSON.stringify({ ...backupForm(world), key: null })
  await world.noroshi.db.insertInto('settings').values({ key: 'backup', value }).execute()
}
