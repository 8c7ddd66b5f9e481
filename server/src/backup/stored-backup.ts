import { createHash } from 'node:crypto'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '#/command-error.ts'
import { pathOfKey } from '#/ports/disk-storage.ts'
import { StorageUnavailable } from '#/ports/storage.ts'
import { decrypted, ENCRYPTED } from './encryption.ts'
import {
  CHECKSUMS,
  DamagedError,
  hashOf,
  KEY_FILE,
  MANIFEST,
  type Manifest,
  parseChecksums,
  parseManifest,
  tableFile,
} from './manifest.ts'
import { type BackupStore, readBytes, readText } from './target/backup-store.ts'

/** Where a backup is: a store and the folder in it; an empty one is the store itself. */
export interface BackupLocation {
  readonly store: BackupStore
  readonly folder: string
}

/** Returns the secret key of an encrypted backup. @param locked the key, encrypted with the passphrase */
export type Unlock = (locked: Buffer) => Promise<string>

const UPLOAD = /^(?:\.\.\/files\/[^/]+|files)\/..\/..\/([0-9a-f]{32})[^/]*$/

/** A backup with its manifest and its list of checksums. */
export class StoredBackup {
  readonly manifest: Manifest
  readonly #store: BackupStore
  readonly #folder: string
  readonly #checksums: ReadonlyMap<string, string>
  /** null: it is not encrypted. */
  readonly #identity: string | null

  private constructor(
    { store, folder }: BackupLocation,
    manifest: Manifest,
    checksums: ReadonlyMap<string, string>,
    identity: string | null,
  ) {
    this.#store = store
    this.#folder = folder
    this.manifest = manifest
    this.#checksums = checksums
    this.#identity = identity
  }

  /**
   * Reads the manifest and the list of checksums.
   * @throws CommandError when there is no backup, when one of both is damaged, or when a newer version wrote them
   */
  static async open(location: BackupLocation, unlock: Unlock): Promise<StoredBackup> {
    const { text, identity } = await readManifest(location, unlock)
    const manifest = parseManifest(text)
    const list = (await readText(location.store, path.posix.join(location.folder, CHECKSUMS))) ?? ''
    if (hashOf(list) !== manifest.checksums) throw new DamagedError(CHECKSUMS)
    return new StoredBackup(location, manifest, parseChecksums(list), identity)
  }

  /** Opens a backup and reads every file of it. @throws DamagedError */
  static async openWhole(location: BackupLocation, unlock: Unlock, signal: AbortSignal): Promise<StoredBackup> {
    const backup = await StoredBackup.open(location, unlock)
    for await (const file of backup.damagedFiles(signal)) throw new DamagedError(file)
    return backup
  }

  /** Reads every file of the backup. Returns those that do not have their hash. */
  async *damagedFiles(signal: AbortSignal): AsyncGenerator<string> {
    for (const file of this.#checksums.keys()) {
      const skip = new Writable({ write: (_chunk, _encoding, done) => done() })
      try {
        await pipeline(this.#stored(file), skip, { signal })
      } catch (error) {
        if (!(error instanceof DamagedError)) throw error
        yield file
      }
    }
  }

  /** Returns the uploaded files or the keys of HTTPS, with their paths in the folder of the server. */
  filesIn(folder: 'files' | 'tls'): { file: string; target: string }[] {
    const files: { file: string; target: string }[] = []
    for (const file of this.#checksums.keys()) {
      const key = UPLOAD.exec(file)?.[1]
      if (folder === 'files' && key !== undefined) files.push({ file, target: pathOfKey(key) })
      if (folder === 'tls' && file.startsWith('tls/')) files.push({ file, target: this.#withoutMark(file.slice('tls/'.length)) })
    }
    return files
  }

  /** Returns the bytes of a file, decrypted. @throws DamagedError when it cannot be read or, at its end, does not have its hash */
  async *read(file: string): AsyncGenerator<Uint8Array, void> {
    if (this.#identity === null) return yield* this.#stored(file)
    try {
      yield* decrypted(this.#stored(file), this.#identity)
    } catch (error) {
      throw isUnreachable(error) ? error : new DamagedError(file, error)
    }
  }

  /** Returns the path of a table's file. */
  fileOfTable(name: string): string {
    return this.#identity === null ? tableFile(name) : `${tableFile(name)}${ENCRYPTED}`
  }

  /** Returns the bytes of a file as they are stored. */
  async *#stored(file: string): AsyncGenerator<Uint8Array, void> {
    const hash = createHash('sha256')
    try {
      for await (const chunk of this.#store.read(path.posix.join(this.#folder, file))) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw isUnreachable(error) ? error : new DamagedError(file, error)
    }
    if (hash.digest('hex') !== this.#checksums.get(file)) throw new DamagedError(file)
  }

  #withoutMark(name: string): string {
    return this.#identity === null ? name : name.slice(0, -ENCRYPTED.length)
  }
}

/** Whether an error says nothing about the bytes of a file: it is not reachable, or not readable by this user. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof CommandError || error instanceof StorageUnavailable || (error as NodeJS.ErrnoException).code === 'EACCES'

/** Returns the text of the manifest. @throws CommandError when there is none or it cannot be decrypted */
async function readManifest({ store, folder }: BackupLocation, unlock: Unlock) {
  const at = (name: string) => path.posix.join(folder, name)
  const text = await readText(store, at(MANIFEST))
  if (text !== null) return { text, identity: null }
  const missing = new CommandError(`${path.join(store.title, folder)} is no complete backup: it has no ${MANIFEST}.`)
  const manifest = await readBytes(store, at(`${MANIFEST}${ENCRYPTED}`))
  if (manifest === null) throw missing
  const locked = await readBytes(store, at(KEY_FILE))
  if (locked === null) throw new DamagedError(KEY_FILE)
  const identity = await unlock(locked)
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of decrypted(once(manifest), identity)) chunks.push(chunk)
    return { text: Buffer.concat(chunks).toString(), identity }
  } catch (error) {
    throw new DamagedError(`${MANIFEST}${ENCRYPTED}`, error)
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
