import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { DiskLevel } from '@noroshi/contract/accounts/disk.http'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { reserveOf } from './disk-storage.ts'
import { diskSpace, type Space } from './system.ts'

/** Bytes that are reserved for SOS: a file that is deleted when the disk is full. */
export const BALLAST_BYTES = 64 * BYTES_PER_MB
/** With less free space, the ballast is deleted. */
const RELEASE_BELOW = 32 * BYTES_PER_MB
/** With less free space, only what matters for an SOS is written. */
export const FULL_BELOW = 128 * BYTES_PER_MB
/** PostgreSQL needs this free space to start and to recover. */
const START_MIN = 32 * BYTES_PER_MB
/** Milliseconds for which writes that failed before the ballast was deleted are repeated. */
const RELEASED_RECENTLY_MS = 5000
/** Milliseconds after a failure before the ballast is written again. */
const WRITE_RETRY_MS = 300_000
/** Milliseconds between two checks. */
const CHECK_EVERY_MS = 1000
const BALLAST = 'ballast'

/** The free space of the disk. */
export interface DiskSpace {
  /** `low`: no more files are accepted. `full`: only what matters for an SOS is. */
  readonly level: DiskLevel
  /** Free bytes. */
  readonly freeBytes: number
  /** Frees the reserved space after a write failed for lack of space. @returns whether there was any */
  release(): Promise<boolean>
}

/** The space of a disk that is not watched: a database on another computer has a disk of its own. */
export const UNWATCHED_DISK: DiskSpace = { level: 'ok', freeBytes: Infinity, release: async () => false }

/**
 * Watches the disk of the embedded database, and keeps space for SOS. PostgreSQL ends when it cannot write its log, so everything
 * else is refused before that.
 */
export class DiskGuard implements DiskSpace {
  readonly #folder: string
  readonly #logWarning: (text: string) => void
  #hasBallast = false
  /** When the ballast was deleted, and when it may be written: `performance.now()`. */
  #releasedAt = -Infinity
  #writesAfter = -Infinity
  #level: DiskLevel = 'ok'
  #freeBytes = Infinity
  #running: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  private constructor(folder: string, logWarning: (text: string) => void) {
    this.#folder = folder
    this.#logWarning = logWarning
  }

  /**
   * Watches the disk of a folder, which is created if it does not exist.
   * @throws Error with one line for the operator when there is too little space for a start, also without the ballast
   */
  static async start(folder: string, logWarning: (text: string) => void): Promise<DiskGuard> {
    await mkdir(folder, { recursive: true })
    const guard = new DiskGuard(folder, logWarning)
    guard.#hasBallast = (await stat(guard.#ballast).catch(() => null)) !== null
    const space = await guard.#readAfterRelease()
    if (space.free < START_MIN)
      throw new Error(
        `Noroshi does not start: only ${megabytes(space.free)} MB are free on the disk of ${folder}. ` +
          `Free at least ${megabytes(FULL_BELOW)} MB: delete downloads, logs and backups on this disk, and ${path.join(folder, 'postgres/server.log.1')}. ` +
          'Delete nothing else of Noroshi.',
      )
    guard.#take(space) // the ballast is written later, since that would delay the start
    guard.#timer = setInterval(
      () => void guard.check().catch((error: unknown) => logWarning(String(error))),
      CHECK_EVERY_MS,
    ).unref()
    return guard
  }

  get level(): DiskLevel {
    return this.#level
  }

  get freeBytes(): number {
    return this.#freeBytes
  }

  /** Writes that fail together are all repeated. */
  async release(): Promise<boolean> {
    if (!this.#hasBallast) return performance.now() - this.#releasedAt < RELEASED_RECENTLY_MS
    await this.#deleteBallast()
    await this.check()
    return true
  }

  /** Reads the free space. A check that runs already is awaited instead. */
  check(): Promise<void> {
    this.#running ??= this.#check().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  get #ballast(): string {
    return path.join(this.#folder, BALLAST)
  }

  async #check(): Promise<void> {
    this.#take(await this.#readAfterRelease())
    if (this.#hasBallast || this.#freeBytes < FULL_BELOW + 2 * BALLAST_BYTES || performance.now() < this.#writesAfter) return
    await this.#writeBallast()
    this.#take(await diskSpace(this.#folder))
  }

  /** Reads the space. Before, it deletes the ballast if there is too little. */
  async #readAfterRelease(): Promise<Space> {
    const space = await diskSpace(this.#folder)
    if (space.free >= RELEASE_BELOW || !this.#hasBallast) return space
    await this.#deleteBallast()
    return diskSpace(this.#folder)
  }

  async #deleteBallast(): Promise<void> {
    this.#hasBallast = false
    this.#releasedAt = performance.now()
    await rm(this.#ballast, { force: true })
  }

  #take(space: Space): void {
    this.#freeBytes = space.free
    this.#changeTo(this.#levelOf(space))
  }

  /** Space that the ballast is to take again counts as used. */
  #levelOf({ free, total }: Space): DiskLevel {
    if (free < FULL_BELOW + (this.#hasBallast ? 0 : BALLAST_BYTES)) return 'full'
    return free < reserveOf(total) ? 'low' : 'ok'
  }

  #changeTo(level: DiskLevel): void {
    if (level === this.#level) return
    this.#level = level
    if (level === 'ok') return
    const refused = level === 'full' ? 'Only SOS, sign-in and alerts are' : 'No more files are'
    this.#logWarning(
      `${megabytes(this.#freeBytes)} MB are free on the disk of ${this.#folder}. ${refused} accepted until there is more.`,
    )
  }

  /** The bytes are random, since a file system may store equal ones without taking space. */
  async #writeBallast(): Promise<void> {
    const unfinished = `${this.#ballast}.new`
    try {
      const file = await open(unfinished, 'w', 0o600)
      try {
        for (let written = 0; written < BALLAST_BYTES; written += BYTES_PER_MB) await file.write(randomBytes(BYTES_PER_MB))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, this.#ballast)
      this.#hasBallast = true
    } catch (error) {
      this.#writesAfter = performance.now() + WRITE_RETRY_MS
      await rm(unfinished, { force: true })
      throw error
    }
  }
}

const megabytes = (bytes: number): number => Math.floor(bytes / BYTES_PER_MB)
