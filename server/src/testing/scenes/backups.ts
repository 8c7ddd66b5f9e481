import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll } from 'vitest'
import type { Manifest } from '#/backup/manifest.ts'
import type { BackupLocation } from '#/backup/stored-backup.ts'
import { FolderStore } from '#/backup/target/folder-store.ts'
import { type CommandResult, runCommandProcess } from '../processes/command-process.ts'

/** Tables of the journal. A restore changes the positions in them, and its start inserts others. */
const JOURNAL = new Set(['events', 'journal_consumers'])

/** Returns the hash of the sorted rows of each table in a backup, and the hash of each file. */
export async function contentOf(folder: string): Promise<{ tables: Record<string, string>; files: Record<string, string> }> {
  const { tables } = await manifestOf(folder)
  const hashes: Record<string, string> = {}
  for (const { name, columns } of tables) {
    if (JOURNAL.has(name)) continue
    const rows = zstdDecompressSync(await readFile(path.join(folder, 'tables', `${name}.copy.zst`))).toString()
    const sorted = rows.split('\n').toSorted().join('\n')
    hashes[name] = createHash('sha256').update(`${columns.join()}\n${sorted}`).digest('hex')
  }
  const files = await hashesBelow(folder)
  for (const file of Object.keys(files)) if (!/^(?:files|tls)\//.test(file)) delete files[file]
  return { tables: hashes, files }
}

/** Returns the location of a backup that is complete by itself. */
export const locationOf = async (folder: string): Promise<BackupLocation> => ({
  store: await FolderStore.open(folder, folder),
  folder: '',
})

/** Unlocks no key: the backup is not encrypted. */
export const noKey = () => Promise.reject(new Error('the backup is encrypted'))

export async function manifestOf(folder: string): Promise<Manifest> {
  const stored = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as { manifest: Manifest }
  return stored.manifest
}

/** Returns the SHA-256 of each file below a directory, by its path. */
export async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const hashes = await Promise.all(
    files.toSorted().map(async (file) => {
      const hash = createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
      return [path.relative(folder, file), hash] as const
    }),
  )
  return Object.fromEntries(hashes)
}

/** The backups and the data directories of a test file, by their names. */
interface BackupFolder {
  at(name: string): string
  /** Runs a command with a data directory of its own. */
  run(command: 'backup' | 'restore', backup: string, url: string, dataDir: string): Promise<CommandResult>
}

/** Creates a folder before the tests of this file and deletes it after them. */
export function createBackupFolder(prefix: string): BackupFolder {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), prefix))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const at = (name: string) => path.join(folder, name)
  return {
    at,
    async run(command, backup, url, dataDir) {
      await mkdir(at(dataDir), { recursive: true })
      return runCommandProcess(command, [at(backup)], { DATABASE_URL: url, DATA_DIR: at(dataDir) })
    },
  }
}
