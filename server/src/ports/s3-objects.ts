import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini } from 's3mini'
import { z } from 'zod'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { S3Settings } from '#/s3-settings.ts'
import { endsSoon, isFull, reasonOf, statusOf } from './s3-errors.ts'
import { fetchInTime } from './s3-fetch.ts'
import { pageOfUploads, type UploadsMarker } from './s3-uploads.ts'
import { BytesNotFound, DiskFull, StorageUnavailable, type ByteRange } from './storage.ts'

/** Bytes of each part of an object but the last one. S3 requires at least 5 MiB, and at most 10,000 parts. */
export const PART_BYTES = 8 * 1024 ** 2
/** Max bytes of running uploads that one process has in memory. Beyond it, further bytes are refused. */
const BUFFERED_MAX = 256 * BYTES_PER_MB
/** Milliseconds before each repetition of a request that failed at once. */
const RETRY_DELAYS_MS = [200, 1000]
const LISTED_AT_A_TIME = 1000

/** An object of the folder. */
interface S3Object {
  /** Without the prefix. */
  readonly name: string
  readonly bytes: number
  readonly changedAt: Date
}

/** The objects below the prefix of a bucket, by their names without it. */
export class S3Objects {
  readonly #client: S3mini
  readonly #prefix: string
  readonly #consequence: string
  readonly #logWarning: (text: string) => void
  #bufferedBytes = 0
  /** Whether the current outage is logged. */
  #isReported = false

  /**
   * Sends no request: the store may be unreachable.
   * @param consequence what does not work without the store, for the log
   */
  constructor(settings: S3Settings, consequence: string, logWarning: (text: string) => void) {
    const { endpoint, region, accessKeyId, secretAccessKey, prefix } = settings
    this.#client = new S3mini({ endpoint, region, accessKeyId, secretAccessKey, fetch: fetchInTime })
    this.#prefix = prefix
    this.#consequence = consequence
    this.#logWarning = logWarning
  }

  /** Stores the bytes of the source. After an error, nothing is stored. @throws DiskFull, StorageUnavailable */
  async put(name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const [client, full] = [this.#client, `${this.#prefix}${name}`]
    let uploadId: string | null = null
    try {
      const sent: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
      for await (const { bytes, isWhole } of this.#partsOf(source)) {
        if (isWhole) {
          await this.#request(() => client.putObject(full, bytes))
          continue
        }
        const id = (uploadId ??= await this.#request(() => client.getMultipartUploadId(full)))
        sent.push(await this.#request(() => client.uploadPart(full, id, bytes, sent.length + 1)))
      }
      if (uploadId !== null) await this.#complete(full, uploadId, sent)
    } catch (error) {
      const discarded = this.#discard(full, uploadId)
      if (!(error instanceof StorageUnavailable)) await discarded
      throw error
    }
  }

  /** @throws BytesNotFound, StorageUnavailable. The source may throw StorageUnavailable too. */
  async get(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const full = `${this.#prefix}${name}`
    const response = await this.#requestObject(() =>
      range === undefined ? this.#client.getObjectRaw(full) : this.#client.getObjectRaw(full, false, range.first, range.last + 1),
    )
    if (range !== undefined && response.status !== 206) throw this.#unavailable('it does not support ranges')
    return this.#bytesOf(response)
  }

  /** Returns the text of a small object; undefined if it does not exist. @throws StorageUnavailable */
  readText(name: string): Promise<string | undefined> {
    return this.#request(async () => (await this.#client.getObjectRaw(`${this.#prefix}${name}`)).text(), [404])
  }

  async writeText(name: string, text: string): Promise<void> {
    await this.#request(() => this.#client.putObject(`${this.#prefix}${name}`, text))
  }

  /** Returns the size in bytes. @throws BytesNotFound, StorageUnavailable */
  async size(name: string): Promise<number> {
    return this.#requestObject(() => this.#client.getContentLength(`${this.#prefix}${name}`))
  }

  /** Deletes an object. A missing one is not an error. @throws StorageUnavailable */
  async delete(name: string): Promise<void> {
    await this.#request(() => this.#client.deleteObject(`${this.#prefix}${name}`), [404])
  }

  /** Returns the objects whose names begin with this text. @throws StorageUnavailable */
  async *list(start = ''): AsyncGenerator<S3Object> {
    let token: string | undefined
    do {
      const page = await this.#page(`${this.#prefix}${start}`, LISTED_AT_A_TIME, token)
      for (const { Key, Size, LastModified } of page.objects ?? [])
        yield { name: Key.slice(this.#prefix.length), bytes: Number(Size), changedAt: LastModified }
      token = page.nextContinuationToken
    } while (token !== undefined)
  }

  /** Aborts uploads in parts that began before a time. @param isOwn selects them by their names */
  async deleteIncomplete(begunBefore: Date, isOwn: (name: string) => boolean): Promise<void> {
    let marker: UploadsMarker | null = {}
    while (marker !== null) {
      const after: UploadsMarker = marker
      const query = { prefix: this.#prefix, ...after }
      const reply = await this.#request(() => this.#client.listMultipartUploads('/', '', 'GET', query))
      const { uploads, next } = pageOfUploads(reply, after)
      for (const { Key, UploadId, Initiated } of uploads)
        if (isOwn(Key.slice(this.#prefix.length)) && Initiated < begunBefore)
          await this.#request(() => this.#client.abortMultipartUpload(Key, UploadId), [404])
      marker = next
    }
  }

  /** Splits a source into parts of PART_BYTES. The last part may be shorter. An object of one part is sent whole. */
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
  async #complete(full: string, uploadId: string, parts: Parameters<S3mini['completeMultipartUpload']>[2]): Promise<void> {
    const result = await this.#request(() => this.#client.completeMultipartUpload(full, uploadId, parts))
    if (!Completed.safeParse(result).success) throw this.#unavailable('it did not join the parts of a file')
  }

  /** Deletes what a failed `put` sent. What remains is deleted by the clean-up. */
  async #discard(full: string, uploadId: string | null): Promise<void> {
    if (uploadId !== null) await this.#client.abortMultipartUpload(full, uploadId).catch(() => undefined)
    await this.#client.deleteObject(full).catch(() => undefined)
  }

  async *#bytesOf(response: Response): AsyncGenerator<Uint8Array> {
    try {
      if (response.body !== null) yield* response.body as AsyncIterable<Uint8Array>
    } catch (error) {
      throw this.#unavailable(reasonOf(error))
    }
  }

  /** Sends a request about one object. @throws BytesNotFound when the bucket does not have it. */
  async #requestObject<Result>(send: () => Promise<Result>): Promise<Result> {
    const result = await this.#request(send, [404])
    if (result !== undefined) return result
    await this.#page(this.#prefix, 1)
    throw new BytesNotFound('these bytes are gone')
  }

  /** Returns a page of the list of objects. @throws StorageUnavailable, for example if the bucket is missing */
  #page(prefix: string, max: number, token?: string) {
    return this.#request(async () => {
      const page = await this.#client.listObjectsPaged('/', prefix, max, token)
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
    const text = `S3 is unavailable, so ${this.#consequence}: ${reason}`
    if (!this.#isReported) this.#logWarning(text)
    this.#isReported = true
    return new StorageUnavailable(text)
  }
}

const Completed = z.object({ etag: z.string() })

class MissingBucket extends Error {
  override readonly message = 'the bucket does not exist'
}
