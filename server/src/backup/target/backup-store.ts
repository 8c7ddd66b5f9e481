import { CommandError } from '#/command-error.ts'

/** A file of a store. */
export interface StoreFile {
  /** The path below the store, with slashes. */
  readonly name: string
  readonly bytes: number
}

/** Contains backups: a folder or a bucket. */
export interface BackupStore {
  /** The folder or the bucket for the operator, without secrets. */
  readonly title: string
  /** Writes a file or replaces it. After an error, it is as before. */
  write(name: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  /** Returns the bytes of a file. @throws FileMissing, also at the first byte */
  read(name: string): AsyncIterable<Uint8Array>
  /** Returns all files below a folder, which may not exist. */
  list(folder: string): Promise<StoreFile[]>
  /** Returns the names of the folders that contain backups, complete or not. */
  backups(): Promise<string[]>
  /** Deletes what killed processes have left of files that they were writing, unless `list` returns it. */
  deleteUnfinished(): Promise<void>
  /** Deletes a file. A missing one is not an error. */
  remove(name: string): Promise<void>
  /** Deletes a folder with everything in it. */
  removeFolder(folder: string): Promise<void>
  /** Resolves when everything that was written survives a power cut. */
  sync(): Promise<void>
}

/** The name of a backup in a target: a number, by which backups are ordered even if the clock was wrong, and its day. */
export const BACKUP_NAME = /^noroshi-(\d{4,9})-\d{4}-\d\d-\d\d$/

export class FileMissing extends Error {}

/** The folder of a target is not there any more: its disk was removed or is not mounted. */
export class TargetGone extends CommandError {
  constructor(title: string) {
    super(`${title} is not there. Connect and mount its disk, or create the folder.`)
  }
}

/** Returns the bytes of a small file; null if it does not exist. */
export async function readBytes(store: BackupStore, name: string): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of store.read(name)) chunks.push(chunk)
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
  return Buffer.concat(chunks)
}

export const readText = async (store: BackupStore, name: string): Promise<string | null> =>
  (await readBytes(store, name))?.toString() ?? null

/** Writes a file whose bytes are in memory. */
export const writeBytes = (store: BackupStore, name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> =>
  store.write(
    name,
    (async function* () {
      yield bytes
    })(),
    signal,
  )

/** Writes a small file. */
export const writeText = (store: BackupStore, name: string, text: string, signal: AbortSignal): Promise<void> =>
  writeBytes(store, name, Buffer.from(text), signal)
