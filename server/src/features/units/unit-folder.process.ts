import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupProblem } from '@noroshi/contract/backups/backups.http'
import type { UnitFolderProblem, UnitFolderSettings } from '@noroshi/contract/units/unit-folder.http'
import { problemOf } from '#/backup/problems.ts'
import { type BackupStore, readBytes, writeBytes, writeText } from '#/backup/target/backup-store.ts'
import { openStore } from '#/backup/target/open-target.ts'

// The server starts it as a process of its own (unit-folder.ts), which ends with the server. All access to the folder is in it,
// since a disk that does not answer must not delay the server.

/** A file in the folder. */
export interface FolderFile {
  readonly name: string
  readonly bytes: number
  /** Changes when the file is replaced. */
  readonly mtimeMs: number
}

/** What the server asks the process to do, one after another. `open` is the first. */
export type FolderRequest =
  | { readonly do: 'open'; readonly settings: UnitFolderSettings; readonly dataDir: string }
  /** Writes and deletes a small file, which shows whether the folder can be written. */
  | { readonly do: 'check' }
  | { readonly do: 'list' }
  /** Returns the bytes of a file; null if it is not there any more. */
  | { readonly do: 'read'; readonly name: string }
  | { readonly do: 'write'; readonly name: string; readonly bytes: Uint8Array }
  /** Returns when everything that was written survives a power cut. */
  | { readonly do: 'sync' }

export type FolderReply =
  | { readonly value: FolderFile[] | Uint8Array | null }
  | { readonly problem: UnitFolderProblem; readonly detail: string | null }

/** The folder on a disk that is found by its label. */
const ON_DISK = 'noroshi-units'
const PROBE = 'noroshi-probe'

const PROBLEMS: Readonly<Partial<Record<BackupProblem, UnitFolderProblem>>> = {
  targetGone: 'folderGone',
  diskAbsent: 'diskAbsent',
  readOnly: 'folderReadOnly',
  notAllowed: 'folderNotAllowed',
  full: 'folderFull',
  reserved: 'folderFull',
  inDataDir: 'folderInDataDir',
  diskFailed: 'folderFailed',
}

const ending = new AbortController()
let store: BackupStore | null = null

async function answer(request: FolderRequest): Promise<FolderReply> {
  try {
    return { value: await run(request) }
  } catch (error) {
    const { problem, detail } = problemOf(error)
    return { problem: PROBLEMS[problem] ?? 'folderUnexpected', detail }
  }
}

async function run(request: FolderRequest): Promise<FolderFile[] | Uint8Array | null> {
  if (request.do === 'open') {
    const { settings, dataDir } = request
    store = await openStore(
      { ...settings, target: settings.target === 'disk' ? 'disk' : 'folder' },
      { dataDir, backupS3: null },
      ON_DISK,
    )
    return null
  }
  if (store === null) throw new Error('the folder is not open')
  switch (request.do) {
    case 'check':
      await writeText(store, PROBE, 'noroshi', ending.signal)
      await store.remove(PROBE)
      return null
    case 'list':
      return files(store.title)
    case 'read':
      return readBytes(store, request.name)
    case 'write':
      await writeBytes(store, request.name, request.bytes, ending.signal)
      return null
    case 'sync':
      await store.sync()
      return null
  }
}

/** Returns the age files of a folder, without those in folders below. */
async function files(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.age')) continue
    const file = await stat(path.join(folder, entry.name)).catch(nullIfMissing)
    if (file !== null) found.push({ name: entry.name, bytes: file.size, mtimeMs: file.mtimeMs })
  }
  return found
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

process.on('message', (request: FolderRequest) => {
  void answer(request).then((reply) => process.send?.(reply, () => undefined))
})
process.on('disconnect', () => ending.abort(new Error('the server ended')))
