import type { Readable } from 'node:stream'

/** Offsets of the first and the last byte, both inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A stored file. `size` is in bytes; `hash` is the SHA-256 in hexadecimal. */
export interface StoredBytes {
  readonly key: string
  readonly size: number
  readonly hash: string
}

/** Stores the bytes of files under random keys. It knows neither names nor rights. */
export interface Storage {
  /**
   * Stores the bytes of the source. They survive a crash after it resolves. After an error, nothing is stored.
   * @throws TooManyBytes beyond `maxBytes`, DiskFull when the rest of the disk is reserved for the database, and the errors of
   * the source.
   */
  put(source: Readable, maxBytes: number): Promise<StoredBytes>
  /** @throws BytesNotFound */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Returns the size in bytes. @throws BytesNotFound */
  size(key: string): Promise<number>
  /** Returns the number of bytes that `put` accepts before it throws DiskFull; negative when the reserve is used. */
  spareBytes(): Promise<number>
  /** Deletes a file. A missing file is not an error. */
  delete(key: string): Promise<void>
  /** Returns the keys of the files that were stored before a time. */
  storedBefore(moment: Date): AsyncIterable<string>
}

export class TooManyBytes extends Error {}
export class DiskFull extends Error {}
export class BytesNotFound extends Error {}
