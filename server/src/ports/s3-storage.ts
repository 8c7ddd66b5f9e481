import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini } from 's3mini'
import { z } from 'zod'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { S3Settings } from '#/config.ts'
import { KEY, pathOfKey } from './disk-storage.ts'
import { endsSoon, isFull, reasonOf, statusOf } from './s3-errors.ts'
import { fetchInTime } from './s3-fetch.ts'
import { pageOfUploads, type UploadsMarker } from './s3-uploads.ts'
import {
  BytesNotFound,
  DiskFull,
  StorageOfOther,
  StorageUnavailable,
  TooManyBytes,
  type ByteRange,
  type Storage,
} from './storage.ts'

/** Bytes of each part of a file but the last one. S3 requires at least 5 MiB, and at most 10,000 parts. */
export const PART_BYTES = 8 * 1024 ** 2
/** Max bytes of running uploads that one process has in memory. Beyond it, further bytes are refused. */
const BUFFERED_MAX = 256 * BYTES_PER_MB
/** Milliseconds before each repetition of a request that failed at once. */
const RETRY_DELAYS_MS = [200, 1000]
const LISTED_AT_A_TIME = 1000
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
  readonly #client: S3mini
  readonly #settings: S3Settings
  readonly #owner: StorageOwner
  readonly #logWarning: (text: string) => void
  #bufferedBytes = 0
  /** Time of the last successful check of the owner (`performance.now()`). */
  #ownedAt = -Infinity
  /** Whether the current outage is logged. */
  #isReported = false

  /** Sends no request: the store may be unreachable. */
  constructor(settings: S3Settings, owner: StorageOwner, logWarning: (text: string) => void) {
    const { endpoint, region, accessKeyId, secretAccessKey } = settings
    this.#client = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: fetchInTime })
    this.#settings = settings
    this.#owner = owner
    this.#logWarning = logWarning
  }

  async put(source: Readable, maxBytes: number) {
    const client = this.#client
    const key = randomBytes(16).toString('hex')
    const name = this.#nameOf(key)
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
    let uploadId: string | null = null
    try {
      const sent: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
      for await (const { bytes, isWhole } of this.#partsOf(counted())) {
        if (isWhole) {
          await this.#request(() => client.putObject(name, bytes))
          continue
        }
        const id = (uploadId ??= await this.#request(() => client.getMultipartUploadId(name)))
        sent.push(await this.#request(() => client.uploadPart(name, id, bytes, sent.length + 1)))
      }
      if (uploadId !== null) await this.#complete(name, uploadId, sent)
      return { key, size, hash: hash.digest('hex') }
    } catch (error) {
      const discarded = this.#discard(name, uploadId)
      if (!(error instanceof StorageUnavailable)) await discarded
      throw error
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const name = this.#nameOf(key)
    const response = await this.#requestFile(() =>
      range === undefined ? this.#client.getObjectRaw(name) : this.#client.getObjectRaw(name, false, range.first, range.last + 1),
    )
    if (range !== undefined && response.status !== 206) throw this.#unavailable('it does not support ranges')
    return Readable.from(this.#bytesOf(response), { objectMode: false })
  }

  async size(key: string): Promise<number> {
    const name = this.#nameOf(key)
    return this.#requestFile(() => this.#client.getContentLength(name))
  }

  /**
   * Checks that this server owns the folder, and claims an empty folder or one that it may take over. It precedes each
   * deletion, because two servers on one folder would delete each other's files (decisions/0119).
   * @throws StorageOfOther when the folder belongs to another server, StorageUnavailable
   */
  async claim(): Promise<void> {
    const name = `${this.#settings.prefix}${OWNER}`
    const text = await this.#request(async () => (await this.#client.getObjectRaw(name)).text(), [404])
    const { id } = this.#owner
    if (text?.slice(0, OWNER_ID_MAX).trim() !== id) {
      if (text !== undefined && !(await this.#owner.takesOver())) throw new StorageOfOther(OF_OTHER)
      await this.#request(() => this.#client.putObject(name, id))
      await this.#owner.tookOver()
    }
    this.#ownedAt = performance.now()
  }

  /** The store has no disk of this machine. When it is full, `put` throws DiskFull. */
  async spareBytes(): Promise<number> {
    return Infinity
  }

  async delete(key: string): Promise<void> {
    const name = this.#nameOf(key)
    if (performance.now() - this.#ownedAt > OWNER_CHECKED_FOR_MS) await this.claim()
    await this.#request(() => this.#client.deleteObject(name), [404])
  }

  async *storedBefore(moment: Date): AsyncGenerator<string> {
    await this.claim()
    let token: string | undefined
    do {
      const page = await this.#list(LISTED_AT_A_TIME, token)
      for (const { Key, LastModified } of page.objects ?? []) {
        const key = this.#keyOf(Key)
        if (key !== null && LastModified < moment) yield key
      }
      token = page.nextContinuationToken
    } while (token !== undefined)
  }

  async deleteIncomplete(begunBefore: Date): Promise<void> {
    await this.claim()
    const { prefix } = this.#settings
    let marker: UploadsMarker | null = {}
    while (marker !== null) {
      const after: UploadsMarker = marker
      const reply = await this.#request(() => this.#client.listMultipartUploads('/', '', 'GET', { prefix, ...after }))
      const { uploads, next } = pageOfUploads(reply, after)
      for (const { Key, UploadId, Initiated } of uploads)
        if (this.#keyOf(Key) !== null && Initiated < begunBefore)
          await this.#request(() => this.#client.abortMultipartUpload(Key, UploadId), [404])
      marker = next
    }
  }

  /** Splits a source into parts of PART_BYTES. The last part may be shorter. A file of one part is sent whole. */
  async *#partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<{ readonly bytes: Blob; readonly isWhole: boolean }> {
    let chunks: Uint8Array<ArrayBuffer>[] = []
    let length = 0
    let isFirst = true
    // Fetch copies a buffer, and reads a blob piece by piece.
    const take = () => {
      const bytes = new Blob(chunks)
      chunks = []
      return bytes
    }
    const buffer = (bytes: number) => {
      length += bytes
      this.#bufferedBytes += bytes
    }
    try {
      for await (const chunk of source) {
        for (let rest = chunk as Uint8Array<ArrayBuffer>; rest.byteLength > 0;) {
          if (length === PART_BYTES) {
            yield { bytes: take(), isWhole: false }
            isFirst = false
            buffer(-PART_BYTES)
          }
          const piece = rest.subarray(0, PART_BYTES - length)
          chunks.push(piece)
          buffer(piece.byteLength)
          if (this.#bufferedBytes > BUFFERED_MAX) throw new StorageUnavailable('too many uploads are in memory')
          rest = rest.subarray(piece.byteLength)
        }
      }
      yield { bytes: take(), isWhole: isFirst }
    } finally {
      buffer(-length)
    }
  }

  /** Completes an upload in parts. S3 reports some failures with status 200. */
  async #complete(name: string, uploadId: string, parts: Parameters<S3mini['completeMultipartUpload']>[2]): Promise<void> {
    const result = await this.#request(() => this.#client.completeMultipartUpload(name, uploadId, parts))
    if (!Completed.safeParse(result).success) throw this.#unavailable('it did not join the parts of a file')
  }

  /** Deletes what a failed `put` sent. What remains is deleted by the clean-up. */
  async #discard(name: string, uploadId: string | null): Promise<void> {
    if (uploadId !== null) await this.#client.abortMultipartUpload(name, uploadId).catch(() => undefined)
    await this.#client.deleteObject(name).catch(() => undefined)
  }

  async *#bytesOf(response: Response): AsyncGenerator<Uint8Array> {
    try {
      if (response.body !== null) yield* response.body as AsyncIterable<Uint8Array>
    } catch (error) {
      throw this.#unavailable(reasonOf(error))
    }
  }

  /** Sends a request about one file. @throws BytesNotFound when the bucket does not have it. */
  async #requestFile<Result>(send: () => Promise<Result>): Promise<Result> {
    const result = await this.#request(send, [404])
    if (result !== undefined) return result
    await this.#list(1)
    throw new BytesNotFound('these bytes are gone')
  }

  /** Returns a page of the folder's objects. @throws StorageUnavailable, for example if the bucket is missing */
  #list(max: number, token?: string) {
    return this.#request(async () => {
      const page = await this.#client.listObjectsPaged('/', this.#settings.prefix, max, token)
      if (!page) throw new MissingBucket()
      return page
    })
  }

  /**
   * Sends a request, and repeats it after a failure that may end soon.
   * @param expected statuses for which undefined is returned
   * @throws DiskFull, StorageUnavailable
   */
  async #request<Result>(send: () => Promise<Result>): Promise<Result>
  async #request<Result>(send: () => Promise<Result>, expected: readonly number[]): Promise<Result | undefined>
  async #request<Result>(send: () => Promise<Result>, expected: readonly number[] = []): Promise<Result | undefined> {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await send()
        if (this.#isReported) this.#logWarning('S3 is available again')
        this.#isReported = false
        return result
      } catch (error) {
        const status = statusOf(error)
        if (status !== null && expected.includes(status)) return undefined
        if (isFull(error)) throw new DiskFull(`S3: ${reasonOf(error)}`)
        if (error instanceof MissingBucket) throw this.#unavailable(error.message)
        const delay = RETRY_DELAYS_MS[attempt]
        if (delay === undefined || !endsSoon(error)) throw this.#unavailable(reasonOf(error))
        await sleep(delay)
      }
    }
  }

  /** Returns an error without the cause, which may contain the access key. Each outage is logged once. */
  #unavailable(reason: string): StorageUnavailable {
    const text = `S3 is unavailable, so files can neither be sent nor read: ${reason}`
    if (!this.#isReported) this.#logWarning(text)
    this.#isReported = true
    return new StorageUnavailable(text)
  }

  #nameOf(key: string): string {
    if (!KEY.test(key)) throw new BytesNotFound('not a key of this storage')
    return `${this.#settings.prefix}${pathOfKey(key)}`
  }

  /** Returns the key of an object, or null for an object of others. */
  #keyOf(name: string): string | null {
    const key = path.posix.basename(name)
    return KEY.test(key) && name === this.#nameOf(key) ? key : null
  }
}

const Completed = z.object({ etag: z.string() })

class MissingBucket extends Error {
  override readonly message = 'the bucket does not exist'
}

const OF_OTHER =
  'S3_URL: the folder belongs to another server, and two servers on one folder delete the files of each other. Name another ' +
  'folder in S3_URL. If the other server never runs again, run npm run storage:take-over, then start this one.'
