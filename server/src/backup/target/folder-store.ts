import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CommandError } from '#/command-error.ts'
import { reserveOf } from '#/ports/disk-storage.ts'
import { BACKUP_NAME, type BackupStore, FileMissing, type StoreFile, TargetGone } from './backup-store.ts'

const execute = promisify(execFile)
/** Number of written bytes after which the free space is checked again. */
const CHECK_EVERY_BYTES = 16 * 1024 ** 2

/** The rest of the disk is reserved for the server. */
export class DiskReserved extends CommandError {
  constructor(folder: string) {
    super(
      `The rest of the disk of ${folder} is reserved for the server. Back up to another disk. Nothing was kept of this attempt.`,
    )
  }
}

/**
 * A folder on a disk. It must exist, and is never created again: below the mount point of a removed disk, it would fill
 * the disk of the system. Only its owner may read what is in it, since it has keys and hashes of passwords, unless it is
 * shared: other servers write there too, so that a link of theirs is never written through.
 */
export class FolderStore implements BackupStore {
  readonly title: string
  /** Bytes of the disk that a backup leaves free. */
  readonly #reserve: number
  readonly #device: number
  readonly #inode: number
  readonly #isShared: boolean
  #unchecked = CHECK_EVERY_BYTES

  private constructor(folder: string, { dev, ino }: { dev: number; ino: number }, reserve: number, isShared: boolean) {
    this.title = folder
    this.#device = dev
    this.#inode = ino
    this.#reserve = reserve
    this.#isShared = isShared
  }

  /**
   * Opens a folder. A backup on the disk of the server's data leaves the reserve of the server free.
   * @param isShared whether other servers read and write the folder too
   * @throws TargetGone when it does not exist
   */
  static async open(folder: string, dataDir: string, isShared = false): Promise<FolderStore> {
    const found = await stat(folder).catch((error: unknown) => {
      throw isMissing(error) ? new TargetGone(folder) : error
    })
    const isSameDisk = found.dev === (await stat(dataDir).catch(() => null))?.dev
    const { bsize, blocks } = await statfs(folder)
    return new FolderStore(folder, found, isSameDisk ? reserveOf(blocks * bsize) : 0, isShared)
  }

  async write(name: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const unfinished = this.#pathOf(this.#isShared ? `${name}.${randomUUID()}.new` : `${name}.new`)
    const target = (await this.#create(unfinished)).createWriteStream()
    try {
      await pipeline(source, (chunks: AsyncIterable<Uint8Array>) => this.#checked(chunks), target, { signal })
      await rename(unfinished, this.#pathOf(name))
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined) // the next backup deletes it
      throw error
    }
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    try {
      yield* createReadStream(this.#pathOf(name)) as AsyncIterable<Buffer>
    } catch (error) {
      if (!isMissing(error)) throw error
      await this.#assertPresent()
      throw new FileMissing(name)
    }
  }

  async list(folder: string): Promise<StoreFile[]> {
    const entries = await readdir(this.#pathOf(folder), { recursive: true, withFileTypes: true }).catch(noneIfMissing)
    const files: StoreFile[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const full = path.join(entry.parentPath, entry.name)
      const { size } = await stat(full)
      files.push({ name: path.relative(this.title, full), bytes: size })
    }
    return files
  }

  async backups(): Promise<string[]> {
    const entries = await readdir(this.title, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory() && BACKUP_NAME.test(entry.name)).map(({ name }) => name)
  }

  async deleteUnfinished(): Promise<void> {} // all are in `list`

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true })
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#pathOf(folder), { recursive: true, force: true })
  }

  async sync(): Promise<void> {
    await execute('sync', ['-f', this.title])
  }

  #pathOf(name: string): string {
    return path.join(this.title, name)
  }

  async #create(full: string) {
    const create = () => (this.#isShared ? open(full, 'wx', 0o644) : open(full, 'w', 0o600))
    return create().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      await this.#assertPresent()
      await mkdir(path.dirname(full), { recursive: true, mode: 0o700 })
      return create()
    })
  }

  /** @throws TargetGone when the folder is another one than at the start */
  async #assertPresent(): Promise<void> {
    const found = await stat(this.title).catch(() => null)
    if (found?.dev !== this.#device || found.ino !== this.#inode) throw new TargetGone(this.title)
  }

  async *#checked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#unchecked += chunk.byteLength
      if (this.#reserve > 0 && this.#unchecked >= CHECK_EVERY_BYTES) {
        this.#unchecked = 0
        const { bsize, bavail } = await statfs(this.title)
        if (bavail * bsize < this.#reserve) throw new DiskReserved(this.title)
      }
      yield chunk
    }
  }
}

const isMissing = (error: unknown): boolean => /^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}
