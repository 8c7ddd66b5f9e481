import type { Readable } from 'node:stream'

/** The first and the last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** What was kept, in bytes; `hash` is their SHA-256 in hexadecimal. */
export interface Kept {
  readonly key: string
  readonly size: number
  readonly hash: string
}

/** Where the bytes of files are kept. Keys are made by the storage, at random; names and rights are not its business. */
export interface Storage {
  /**
   * Keeps what the source gives; once it returns, the bytes survive a crash.
   * @throws TooManyBytes beyond `maxBytes`, NoRoom where the rest is kept for the database, and whatever the source throws;
   * nothing is kept then.
   */
  put(source: Readable, maxBytes: number): Promise<Kept>
  /** @throws NoSuchBytes */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Bytes. @throws NoSuchBytes */
  size(key: string): Promise<number>
  /** Deleting what is gone already is fine. */
  delete(key: string): Promise<void>
  /** The keys of all that was kept before a moment. */
  keptBefore(moment: Date): AsyncIterable<string>
}

export class TooManyBytes extends Error {}
export class NoRoom extends Error {}
export class NoSuchBytes extends Error {}
