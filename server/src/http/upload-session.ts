import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deleteBytes, type StoredBytes, type Storage } from '#/ports/storage.ts'
import { AppError } from './errors.ts'
import type { Picture, PictureJob } from './picture-codec.ts'
import type { PictureTurn } from './picture-queue.ts'
import { safeFileName, withExtension } from './upload-names.ts'
import { encodeInTurn, PICTURE_BYTES_MAX } from './upload-pictures.ts'
import { DOWNLOAD, HEAD_BYTES, kindOf } from './upload-types.ts'

/** A stored file that no row refers to yet. */
export interface ReceivedFile {
  readonly storageKey: string
  readonly previewKey: string | null
  /** MIME type, detected from the bytes: one of the types that are shown inline, else application/octet-stream. */
  readonly type: string
  /** Sanitized by `safeFileName`. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Pixels; null for a file that is not a picture. */
  readonly width: number | null
  readonly height: number | null
  /** SHA-256 of the bytes as they were sent, in hexadecimal. */
  readonly sentHash: string
}

/** A stored file with the bytes that the client sent. */
export interface RawFile extends StoredBytes {
  readonly sentName: string | undefined
}

/** Records what one upload stored, so that a failed upload deletes all of it. */
export class UploadSession {
  readonly #storage: Storage
  readonly #keys = new Set<string>()
  constructor(storage: Storage) {
    this.#storage = storage
  }

  async put(source: Readable, maxBytes: number): Promise<StoredBytes> {
    const stored = await this.#storage.put(source, maxBytes)
    this.#keys.add(stored.key)
    return stored
  }

  async read(key: string, bytes: number): Promise<Buffer> {
    return buffer(await this.#storage.get(key, { first: 0, last: bytes - 1 }))
  }

  async drop(key: string): Promise<void> {
    await this.#storage.delete(key)
    this.#keys.delete(key)
  }

  /** Deletes everything that was stored. A failure is only logged, so that the caller gets the original error. */
  async clear(logError: (error: unknown) => void): Promise<void> {
    await deleteBytes({ storage: this.#storage, logError }, this.#keys)
  }
}

/** Converts the bytes of a file to their final form. */
export type Finish = (session: UploadSession, raw: RawFile, turn: PictureTurn) => Promise<ReceivedFile>

/**
 * Detects the type of the bytes and replaces a picture by one that the server encoded. A picture that the server cannot
 * decode (damaged or too large) is stored as a download.
 */
export const storeFile: Finish = async (session, raw, turn) => {
  const kind = await kindOf(await readHead(session, raw))
  const picture = kind.is === 'picture' ? await encode(session, raw, turn, { as: 'whole' }) : null
  if (picture !== null) return await replaceBy(session, raw, picture)
  const type = kind.is === 'inline' ? kind.type : DOWNLOAD
  const name = safeFileName(raw.sentName)
  return { storageKey: raw.key, previewKey: null, type, name, size: raw.size, width: null, height: null, sentHash: raw.hash }
}

/**
 * Returns a finish that stores only a picture, encoded by `job`. It throws the error of `refusal` for anything else.
 */
export const finishPicture =
  (job: PictureJob, refusal: () => AppError): Finish =>
  async (session, raw, turn) => {
    const kind = await kindOf(await readHead(session, raw))
    const picture = kind.is === 'picture' ? await encode(session, raw, turn, job) : null
    if (picture === null) throw refusal()
    return await replaceBy(session, raw, picture)
  }

/**
 * Returns a finish that stores a square picture of `pixels` on each side. It throws file.notPicture for anything else.
 */
export const storeSquarePicture = (pixels: number): Finish =>
  finishPicture({ as: 'square', pixels }, () => new AppError('file.notPicture'))

/** Stores the bytes unchanged, as a download. */
export const storeAsSent: Finish = async (_session, raw) => ({
  storageKey: raw.key,
  previewKey: null,
  type: DOWNLOAD,
  name: safeFileName(raw.sentName),
  size: raw.size,
  width: null,
  height: null,
  sentHash: raw.hash,
})

const readHead = (session: UploadSession, raw: RawFile): Promise<Buffer> => session.read(raw.key, Math.min(raw.size, HEAD_BYTES))

async function encode(session: UploadSession, raw: RawFile, turn: PictureTurn, job: PictureJob): Promise<Picture | null> {
  if (raw.size > PICTURE_BYTES_MAX) return null
  return await encodeInTurn(turn, job, () => session.read(raw.key, raw.size))
}

async function replaceBy(session: UploadSession, raw: RawFile, picture: Picture): Promise<ReceivedFile> {
  const [whole, preview] = await Promise.all([store(session, picture.bytes), picture.preview && store(session, picture.preview)])
  await session.drop(raw.key)
  return {
    storageKey: whole.key,
    previewKey: preview?.key ?? null,
    type: picture.type,
    name: withExtension(safeFileName(raw.sentName), picture.extension),
    size: whole.size,
    width: picture.width,
    height: picture.height,
    sentHash: raw.hash,
  }
}

/** Stores bytes that the server encoded. The upload limit does not apply to them. */
const store = (session: UploadSession, bytes: Buffer) => session.put(Readable.from([bytes]), Infinity)
