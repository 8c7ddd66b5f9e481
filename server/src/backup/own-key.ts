import { createHash } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupKey } from './target/backup-settings.ts'
import { NoKey } from './rehearse.ts'
import type { Unlock } from './stored-backup.ts'

/** The folder of the data directory with the secret key, for rehearsals. No backup contains it. */
const FOLDER = 'backup-key'

const fileOf = (dataDir: string, locked: Buffer): string =>
  path.join(dataDir, FOLDER, `${createHash('sha256').update(locked).digest('hex').slice(0, 16)}.txt`)

/** Writes the secret key into the data directory, in place of an earlier one. Only its owner may read it. */
export async function writeOwnKey(
  dataDir: string,
  { locked, identity }: BackupKey & { readonly identity: string },
): Promise<void> {
  const file = fileOf(dataDir, Buffer.from(locked, 'base64'))
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(`${identity}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() === 0) for (const own of [folder, file]) await chown(own, uid, gid)
  for (const name of await readdir(folder)) if (name !== path.basename(file)) await rm(path.join(folder, name))
}

/** Unlocks the key of a backup with the secret key in the data directory. The returned function throws NoKey without it. */
export const unlockByOwnKey =
  (dataDir: string): Unlock =>
  async (locked) => {
    const identity = await readFile(fileOf(dataDir, locked), 'utf8').catch(() => null)
    if (identity === null) throw new NoKey('the key of this backup is not on this computer')
    return identity.trim()
  }
