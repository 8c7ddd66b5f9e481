import { createHash, type Hash } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { encrypted, ENCRYPTED } from './encryption.ts'
import type { BackupKey } from './target/backup-settings.ts'
import { CHECKSUMS, checksumsText, hashOf, KEY_FILE, MANIFEST, type Manifest, manifestText } from './manifest.ts'
import { type BackupStore, writeText } from './target/backup-store.ts'

/** An uploaded file that a target has already. */
export interface PooledFile {
  /** The path in the list of checksums. */
  readonly file: string
  readonly hash: string
  readonly bytes: number
}

/** The uploaded files of all backups of a target. */
export interface FilePool {
  /** Those that the next backup uses, by their keys. */
  readonly known: ReadonlyMap<string, PooledFile>
  /** Returns the path of a new file in the list of checksums, without the mark of encryption. */
  pathOf(key: string): string
}

interface Options {
  /** The folder in the store; empty: the store itself. */
  readonly folder: string
  /** Only its owner can restore the backup; null: it is not encrypted. */
  readonly key: BackupKey | null
  /** null: the backup has copies of its own. */
  readonly pool: FilePool | null
  readonly signal: AbortSignal
  /** Deletes what the backup has written. Paths are below the store. */
  readonly discard: (newFiles: readonly string[]) => Promise<void>
}

/** A backup that is being written. */
export class BackupWriter {
  readonly #store: BackupStore
  readonly #options: Options
  readonly #checksums = new Map<string, string>()
  readonly #newFiles = new Set<string>()
  #newBytes = 0
  #reusedBytes = 0

  constructor(store: BackupStore, options: Options) {
    this.#store = store
    this.#options = options
  }

  /** All bytes of the backup. */
  get bytes(): number {
    return this.#newBytes + this.#reusedBytes
  }

  /** The bytes that were not in the target before. */
  get newBytes(): number {
    return this.#newBytes
  }

  /** Writes the bytes of a source to a file, encrypted if wanted, and remembers their hash. Returns their number. */
  write(file: string, source: Readable): Promise<number> {
    return pipeline(source, (chunks: AsyncIterable<Uint8Array>) => this.#write(file, chunks), { signal: this.#options.signal })
  }

  /** Writes the compressed rows of a table. Returns the SHA-256 of the uncompressed ones. */
  async writeTable(file: string, rows: Readable): Promise<string> {
    const hash = createHash('sha256')
    await pipeline(rows, hashing(hash), createZstdCompress(), (chunks: AsyncIterable<Uint8Array>) => this.#write(file, chunks), {
      signal: this.#options.signal,
    })
    return hash.digest('hex')
  }

  /**
   * Writes an uploaded file unless the target has it.
   * @param open opens the file; null if it does not exist
   * @returns the number of bytes; null if it does not exist
   */
  async writeUpload(key: string, file: string, open: () => Promise<Readable | null>): Promise<number | null> {
    const { pool } = this.#options
    const known = pool?.known.get(key)
    if (known !== undefined) {
      this.#checksums.set(known.file, known.hash)
      this.#reusedBytes += known.bytes
      return known.bytes
    }
    const source = await open()
    return source === null ? null : await this.write(pool?.pathOf(key) ?? file, source)
  }

  /** Removes an uploaded file from the backup, and from the target if this backup wrote it. */
  async removeUpload(key: string, file: string): Promise<void> {
    const { pool } = this.#options
    const known = pool?.known.get(key)
    const listed = known?.file ?? this.#nameOf(pool?.pathOf(key) ?? file)
    this.#checksums.delete(listed)
    const name = this.#pathOf(listed)
    if (this.#newFiles.delete(name)) await this.#store.remove(name)
  }

  /**
   * Writes the list of checksums and, when everything is on the disk, the manifest.
   * @throws when `signal` is aborted before the manifest is written
   */
  async finish(content: Omit<Manifest, 'checksums'>, signal: AbortSignal): Promise<Manifest> {
    const { key } = this.#options
    if (key !== null) {
      const locked = Buffer.from(key.locked, 'base64')
      this.#checksums.set(KEY_FILE, createHash('sha256').update(locked).digest('hex'))
      await this.#store.write(this.#pathOf(KEY_FILE), Readable.from([locked]), signal)
    }
    const list = checksumsText(this.#checksums)
    const manifest = { ...content, checksums: hashOf(list) }
    await writeText(this.#store, this.#pathOf(CHECKSUMS), list, signal)
    await this.#store.sync()
    signal.throwIfAborted()
    const bytes = Readable.from([Buffer.from(manifestText(manifest))])
    await this.#store.write(this.#pathOf(this.#nameOf(MANIFEST)), key === null ? bytes : encrypted(bytes, key.recipient), signal)
    await this.#store.sync()
    return manifest
  }

  /** Deletes everything that was written. */
  discard(): Promise<void> {
    return this.#options.discard([...this.#newFiles])
  }

  async #write(file: string, source: AsyncIterable<Uint8Array>): Promise<number> {
    const { key, signal } = this.#options
    const hash = createHash('sha256')
    let size = 0
    const stored = async function* () {
      for await (const chunk of key === null ? source : encrypted(source, key.recipient)) {
        size += chunk.byteLength
        hash.update(chunk)
        yield chunk
      }
    }
    const listed = this.#nameOf(file)
    const name = this.#pathOf(listed)
    this.#newFiles.add(name)
    await this.#store.write(name, stored(), signal)
    this.#checksums.set(listed, hash.digest('hex'))
    this.#newBytes += size
    return size
  }

  #nameOf(file: string): string {
    return this.#options.key === null ? file : `${file}${ENCRYPTED}`
  }

  #pathOf(file: string): string {
    return path.posix.join(this.#options.folder, file)
  }
}

/** Returns a function that passes chunks on and adds them to a hash. */
const hashing = (hash: Hash) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
