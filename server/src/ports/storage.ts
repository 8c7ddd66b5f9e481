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
   * @throws TooManyBytes beyond `maxBytes`, DiskFull when the rest of the disk is reserved for the database,
   * StorageUnavailable, and the errors of the source.
   */
  put(source: Readable, maxBytes: number): Promise<StoredBytes>
  /** @throws BytesNotFound, StorageUnavailable. The stream may throw StorageUnavailable too. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Returns the size in bytes. @throws BytesNotFound, StorageUnavailable */
  size(key: string): Promise<number>
  /**
   * Returns the number of bytes that `put` accepts before it throws DiskFull; negative when the reserve is used,
   * Infinity if no disk of this machine stores the files.
   */
  spareBytes(): Promise<number>
  /** Deletes a file. A missing file is not an error. @throws StorageUnavailable */
  delete(key: string): Promise<void>
  /** Returns the keys of the files that were stored before a time. */
  storedBefore(moment: Date): AsyncIterable<string>
  /** Deletes the bytes that a crash left of a `put` that began before a time. */
  deleteIncomplete(begunBefore: Date): Promise<void>
}

export class TooManyBytes extends Error {}
export class DiskFull extends Error {}
export class BytesNotFound extends Error {}
/** The storage is on another machine that does not answer, or refuses all requests. A repetition may succeed later. */
export class StorageUnavailable extends Error {}

/** Error: the storage belongs to the server of another database, whose files must not be deleted. */
export class StorageOfOther extends StorageUnavailable {}

/**
 * Deletes files. Never throws: a failure is only logged. When the storage is unavailable, the others are left to the
 * hourly clean-up, which deletes the files that no row refers to.
 */
export async function deleteBytes(
  { storage, logError }: { readonly storage: Storage; readonly logError: (error: unknown) => void },
  keys: Iterable<string>,
): Promise<void> {
  try {
    for (const key of keys)
      await storage.delete(key).catch((error: unknown) => {
        if (error instanceof StorageUnavailable) throw error
        logError(error)
      })
  } catch (error) {
    logError(error)
  }
}
