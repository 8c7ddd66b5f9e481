import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CommandError } from '#/command-error.ts'
import { reserveOf } from '#/ports/disk-storage.ts'
import { CHECKSUMS, checksumsText, hashOf, MANIFEST, type Manifest, manifestText } from './manifest.ts'

const execute = promisify(execFile)
/** Number of written bytes after which the free space is checked again. */
const CHECK_EVERY_BYTES = 16 * 1024 ** 2

/** A folder into which a backup is written. Only its owner may read it, since it has keys and hashes of passwords. */
export class BackupFolder {
  readonly folder: string
  readonly #checksums = new Map<string, string>()
  readonly #isNew: boolean
  /** Bytes of the disk that the backup leaves free. */
  readonly #reserve: number
  readonly #signal: AbortSignal
  #unchecked = CHECK_EVERY_BYTES

  private constructor(folder: string, { isNew, reserve, signal }: { isNew: boolean; reserve: number; signal: AbortSignal }) {
    this.folder = folder
    this.#isNew = isNew
    this.#reserve = reserve
    this.#signal = signal
  }

  /**
   * Creates the folder or takes an empty one. A backup on the disk of the server's data leaves the reserve of the server free.
   * @throws CommandError when it is not empty or in the data directory
   */
  static async create(folder: string, dataDir: string, signal: AbortSignal): Promise<BackupFolder> {
    if (`${folder}${path.sep}`.startsWith(`${dataDir}${path.sep}`))
      throw new CommandError(
        `${folder} is in the data directory of the server. Choose another folder, if possible on another disk.`,
      )
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
    if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty. Choose a new folder for each backup.`)
    await chmod(folder, 0o700).catch(() => undefined) // a file system without modes, as on many USB sticks
    const isSameDisk = (await stat(folder)).dev === (await stat(dataDir)).dev
    const { bsize, blocks } = await statfs(folder)
    return new BackupFolder(folder, { isNew, reserve: isSameDisk ? reserveOf(blocks * bsize) : 0, signal })
  }

  /** Writes the transformed bytes of a source to a file and remembers their hash. Returns their number. */
  async write(file: string, source: Readable, transform: Transform = new PassThrough()): Promise<number> {
    const full = path.join(this.folder, file)
    await mkdir(path.dirname(full), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    const counted = async function* (this: BackupFolder, chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        await this.#assertSpace(chunk.byteLength)
        size += chunk.byteLength
        hash.update(chunk)
        yield chunk
      }
    }.bind(this)
    const target = createWriteStream(full, { flags: 'wx', mode: 0o600 })
    await pipeline(source, transform, counted, target, { signal: this.#signal })
    this.#checksums.set(file, hash.digest('hex'))
    return size
  }

  async remove(file: string): Promise<void> {
    this.#checksums.delete(file)
    await rm(path.join(this.folder, file), { force: true })
  }

  /**
   * Writes the list of checksums and, when everything is on the disk, the manifest.
   * @throws when `signal` is aborted before the manifest is written
   */
  async finish(content: Omit<Manifest, 'checksums'>, signal: AbortSignal): Promise<Manifest> {
    const list = checksumsText(this.#checksums)
    const manifest = { ...content, checksums: hashOf(list) }
    await writeText(path.join(this.folder, CHECKSUMS), list)
    await execute('sync', ['-f', this.folder])
    signal.throwIfAborted()
    const unfinished = path.join(this.folder, `${MANIFEST}.new`)
    await writeText(unfinished, manifestText(manifest))
    await rename(unfinished, path.join(this.folder, MANIFEST))
    await execute('sync', ['-f', this.folder])
    return manifest
  }

  /** Deletes everything that was written. */
  async discard(): Promise<void> {
    for (const name of ['tables', 'files', 'tls', CHECKSUMS, `${MANIFEST}.new`, MANIFEST])
      await rm(path.join(this.folder, name), { recursive: true, force: true })
    if (this.#isNew) await rm(this.folder, { recursive: true, force: true })
  }

  async #assertSpace(bytes: number): Promise<void> {
    this.#unchecked += bytes
    if (this.#reserve === 0 || this.#unchecked < CHECK_EVERY_BYTES) return
    this.#unchecked = 0
    const { bsize, bavail } = await statfs(this.folder)
    if (bavail * bsize < this.#reserve)
      throw new CommandError(
        `The rest of the disk of ${this.folder} is reserved for the server. Back up to another disk. Nothing was kept of this attempt.`,
      )
  }
}

async function writeText(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
