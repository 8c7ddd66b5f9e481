import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { S3Settings } from '#/s3-settings.ts'
import { KEY, pathOfKey } from './disk-storage.ts'
import { S3Objects } from './s3-objects.ts'
import { BytesNotFound, StorageOfOther, TooManyBytes, type ByteRange, type Storage } from './storage.ts'

/** Name of the object with the id of the server that owns the folder. */
const OWNER = 'noroshi-owner'
const OWNER_ID_MAX = 100
/** Milliseconds for which a check of the owner is valid for deletions. The clean-up checks each time. */
const OWNER_CHECKED_FOR_MS = 60_000

/** The server that owns the folder. All processes of one database are one server. */
export interface StorageOwner {
  readonly id: string
  /** Whether the operator has confirmed that the server may take over the folder of another server. */
  takesOver(): Promise<boolean>
  /** Called after the server has taken over the folder. */
  tookOver(): Promise<void>
}

/** Stores files as `<prefix>ab/cd/abcd...` in a bucket: the same paths as in the directory of `diskStorage`. */
export class S3Storage implements Storage {
  readonly #objects: S3Objects
  readonly #owner: StorageOwner
  /** Time of the last successful check of the owner (`performance.now()`). */
  #ownedAt = -Infinity

  /** Sends no request: the store may be unreachable. */
  constructor(settings: S3Settings, owner: StorageOwner, logWarning: (text: string) => void) {
    this.#objects = new S3Objects(settings, 'files can neither be sent nor read', logWarning)
    this.#owner = owner
  }

  async put(source: Readable, maxBytes: number) {
    const key = randomBytes(16).toString('hex')
    const hash = createHash('sha256')
    let size = 0
    async function* counted() {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength
        if (size > maxBytes) throw new TooManyBytes(`more than ${maxBytes} bytes`)
        hash.update(chunk)
        yield chunk
      }
    }
    await this.#objects.put(pathOfKey(key), counted())
    return { key, size, hash: hash.digest('hex') }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return Readable.from(await this.#objects.get(nameOf(key), range), { objectMode: false })
  }

  async size(key: string): Promise<number> {
    return this.#objects.size(nameOf(key))
  }

  /**
   * Checks that this server owns the folder, and claims an empty folder or one that it may take over. It precedes each
   * deletion, because two servers on one folder would delete each other's files (decisions/0006).
   * @throws StorageOfOther when the folder belongs to another server, StorageUnavailable
   */
  async claim(): Promise<void> {
    const text = await this.#objects.readText(OWNER)
    const { id } = this.#owner
    if (text?.slice(0, OWNER_ID_MAX).trim() !== id) {
      if (text !== undefined && !(await this.#owner.takesOver())) throw new StorageOfOther(OF_OTHER)
      await this.#objects.writeText(OWNER, id)
      await this.#owner.tookOver()
    }
    this.#ownedAt = performance.now()
  }

  /** The store has no disk of this machine. When it is full, `put` throws DiskFull. */
  async spareBytes(): Promise<number> {
    return Infinity
  }

  async delete(key: string): Promise<void> {
    const name = nameOf(key)
    if (performance.now() - this.#ownedAt > OWNER_CHECKED_FOR_MS) await this.claim()
    await this.#objects.delete(name)
  }

  async *storedBefore(moment: Date): AsyncGenerator<string> {
    await this.claim()
    for await (const { name, changedAt } of this.#objects.list()) {
      const key = keyOf(name)
      if (key !== null && changedAt < moment) yield key
    }
  }

  async deleteIncomplete(begunBefore: Date): Promise<void> {
    await this.claim()
    await this.#objects.deleteIncomplete(begunBefore, (name) => keyOf(name) !== null)
  }
}

function nameOf(key: string): string {
  if (!KEY.test(key)) throw new BytesNotFound('not a key of this storage')
  return pathOfKey(key)
}

/** Returns the key of an object, or null for an object of others. */
function keyOf(name: string): string | null {
  const key = path.posix.basename(name)
  return KEY.test(key) && name === pathOfKey(key) ? key : null
}

const OF_OTHER =
  'S3_URL: the folder belongs to another server, and two servers on one folder delete the files of each other. Name another ' +
  'folder in S3_URL. If the other server never runs again, run npm run storage:take-over, then start this one.'
