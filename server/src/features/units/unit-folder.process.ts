import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { BackupProblem } from '@noroshi/contract/backups/backups.http'
import type { UnitFolderProblem, UnitFolderSettings } from '@noroshi/contract/units/unit-folder.http'
import { problemOf } from '#/backup/problems.ts'
import { type BackupStore, writeBytes, writeText } from '#/backup/target/backup-store.ts'
import { type FolderUse, openStore } from '#/backup/target/open-target.ts'

// The server starts it as a process of its own (unit-folder.ts), which ends with the server. All access to the folder is in it,
// since a disk that does not answer must not delay the server.

/** A file in the folder. */
export interface FolderFile {
  readonly name: string
  readonly bytes: number
  /** Changes when the file is replaced. */
  readonly mtimeMs: number
}

/** The requests of the server to the process, one after another. `open` is the first. */
export type FolderRequest =
  | { readonly do: 'open'; readonly settings: UnitFolderSettings; readonly dataDir: string }
  /** Writes and deletes a small file, which shows whether the folder can be written. */
  | { readonly do: 'check' }
  | { readonly do: 'list' }
  /** Returns the bytes of a file. */
  | { readonly do: 'read'; readonly name: string; readonly maxBytes: number }
  | { readonly do: 'write'; readonly name: string; readonly bytes: Uint8Array }
  /** Returns when everything that was written survives a power cut. */
  | { readonly do: 'sync' }

/** The bytes of a file; null if it is not there any more. Only an `unreadable` one fails, not the folder. */
export type FolderBytes = Uint8Array | 'unreadable' | null
export type FolderValue = FolderFile[] | FolderBytes
export type FolderReply =
  | { readonly value: FolderValue }
  | { readonly problem: UnitFolderProblem; readonly detail: string | null }

const UNITS: FolderUse = { onDisk: 'noroshi-units', isShared: true }
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
    const given = PROBLEMS[problem]
    if (given === undefined || store === null) return { problem: given ?? 'folderUnexpected', detail }
    return { problem: given, detail: 'name' in request ? path.join(store.title, request.name) : store.title } // not its `.new`
  }
}

async function run(request: FolderRequest): Promise<FolderValue> {
  if (request.do === 'open') {
    const { settings, dataDir } = request
    store = await openStore(
      { ...settings, target: settings.target === 'disk' ? 'disk' : 'folder' },
      { dataDir, backupS3: null },
      UNITS,
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
      return readWithin(path.join(store.title, request.name), request.maxBytes)
    case 'write':
      await deleteUnfinished(store, request.name)
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
    const file = await lstat(path.join(folder, entry.name)).catch(nullIfMissing)
    if (file !== null) found.push({ name: entry.name, bytes: file.size, mtimeMs: file.mtimeMs })
  }
  return found
}

/**
 * Reads a file that another server may keep from this one, or replace or extend meanwhile, such as by a link or a pipe. One
 * that is longer than the limit is unreadable.
 */
async function readWithin(file: string, maxBytes: number): Promise<FolderBytes> {
  try {
    const opened = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = await opened.stat()
      if (!found.isFile() || found.size > maxBytes) return 'unreadable'
      const chunks: Buffer[] = []
      // It ends after the byte at `end`, which shows that the file has grown beyond the limit.
      for await (const chunk of opened.createReadStream({ end: maxBytes, autoClose: false })) chunks.push(chunk as Buffer)
      const bytes = Buffer.concat(chunks)
      return bytes.length > maxBytes ? 'unreadable' : bytes
    } finally {
      await opened.close()
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unreadable'
  }
}

/** Deletes what killed processes have left of a file of this server. One process of a server writes at a time. */
async function deleteUnfinished(folder: BackupStore, name: string): Promise<void> {
  const names = await readdir(folder.title)
  const unfinished = names.filter((one) => one.startsWith(`${name}.`) && one.endsWith('.new'))
  for (const one of unfinished) await folder.remove(one).catch(() => undefined) // that of another server stays
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

process.umask(0) // the modes of files say who may read them
process.on('message', (request: FolderRequest) => {
  void answer(request).then((reply) => process.send?.(reply, () => undefined))
})
process.on('disconnect', () => ending.abort(new Error('the server ended')))
