import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Kept, Storage } from '#/ports/storage.ts'
import { AppError } from './errors.ts'
import { harmlessName, withExtension } from './upload-names.ts'
import { encodePicture, encodeSquare, PICTURE_BYTES_MAX, type Picture } from './upload-pictures.ts'
import { DOWNLOAD, HEAD_BYTES, kindOf } from './upload-types.ts'

/** A file that was sent and is stored; nothing points at it yet. */
export interface ReceivedFile {
  readonly storageKey: string
  readonly previewKey: string | null
  /** Read from the bytes: one of the types that are shown inline, else application/octet-stream. */
  readonly type: string
  /** Made harmless. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Pixels; null for what is no picture. */
  readonly width: number | null
  readonly height: number | null
  /** SHA-256 of the bytes as they were sent, in hexadecimal. */
  readonly sentHash: string
}

/** A file's bytes as they came. */
export interface RawFile extends Kept {
  readonly sentName: string | undefined
}

/** What one upload stored, so that all of it can be taken back. */
export class Shelf {
  readonly #storage: Storage
  readonly #keys = new Set<string>()
  constructor(storage: Storage) {
    this.#storage = storage
  }

  async put(source: Readable, maxBytes: number): Promise<Kept> {
    const kept = await this.#storage.put(source, maxBytes)
    this.#keys.add(kept.key)
    return kept
  }

  async read(key: string, bytes: number): Promise<Buffer> {
    return buffer(await this.#storage.get(key, { first: 0, last: bytes - 1 }))
  }

  async drop(key: string): Promise<void> {
    await this.#storage.delete(key)
    this.#keys.delete(key)
  }

  /** What cannot be deleted is told to the log: the refusal itself matters more. */
  async clear(logError: (error: unknown) => void): Promise<void> {
    for (const key of this.#keys) await this.drop(key).catch(logError)
  }
}

/** Finds out what the bytes are, and replaces a picture by one that the server encoded. */
export async function finishFile(shelf: Shelf, raw: RawFile): Promise<ReceivedFile> {
  const name = harmlessName(raw.sentName)
  const kind = await kindOf(await shelf.read(raw.key, Math.min(raw.size, HEAD_BYTES)))
  if (kind.is === 'picture' && raw.size <= PICTURE_BYTES_MAX) {
    const picture = await encodePicture(() => shelf.read(raw.key, raw.size))
    if (picture !== null) return await replaceBy(shelf, raw, picture, name)
  }
  const type = kind.is === 'inline' ? kind.type : DOWNLOAD
  return { storageKey: raw.key, previewKey: null, type, name, size: raw.size, width: null, height: null, sentHash: raw.hash }
}

/** For what is shown as a square of so many pixels. @throws file.notPicture for anything that is no picture. */
export const finishSquare =
  (pixels: number) =>
  async (shelf: Shelf, raw: RawFile): Promise<ReceivedFile> => {
    const kind = await kindOf(await shelf.read(raw.key, Math.min(raw.size, HEAD_BYTES)))
    const isPicture = kind.is === 'picture' && raw.size <= PICTURE_BYTES_MAX
    const square = isPicture ? await encodeSquare(() => shelf.read(raw.key, raw.size), pixels) : null
    if (square === null) throw new AppError('file.notPicture')
    const { key: storageKey, size } = await store(shelf, square)
    await shelf.drop(raw.key)
    const name = withExtension(harmlessName(raw.sentName), 'webp')
    return { storageKey, previewKey: null, type: 'image/webp', name, size, width: pixels, height: pixels, sentHash: raw.hash }
  }

async function replaceBy(shelf: Shelf, raw: RawFile, picture: Picture, name: string): Promise<ReceivedFile> {
  const [whole, preview] = await Promise.all([store(shelf, picture.bytes), store(shelf, picture.preview)])
  await shelf.drop(raw.key)
  return {
    storageKey: whole.key,
    previewKey: preview.key,
    type: picture.type,
    name: withExtension(name, picture.extension),
    size: whole.size,
    width: picture.width,
    height: picture.height,
    sentHash: raw.hash,
  }
}

/** The server's own bytes: no sender's limit holds for them. */
const store = (shelf: Shelf, bytes: Buffer) => shelf.put(Readable.from([bytes]), Infinity)
