import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deleteBytes, type StoredBytes, type Storage } from '#/ports/storage.ts'
import { AppError } from '../errors.ts'
import type { MediaTurn } from '../media/media-queue.ts'
import type { MediaJob, MediaRefusal } from '../media/media-worker.ts'
import type { PictureJob } from '../media/picture-codec.ts'
import { encodeInTurn, MEDIA_BYTES_MAX } from './upload-media.ts'
import { safeFileName, withExtension } from './upload-names.ts'
import { DOWNLOAD, HEAD_BYTES, INLINE_TYPES, kindOf } from './upload-types.ts'

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
export type Finish = (session: UploadSession, raw: RawFile, turn: MediaTurn) => Promise<ReceivedFile>

/**
 * Stores a file without metadata: a picture is encoded again, the container of a video or a sound is written again, and other files
 * are stored unchanged, as downloads.
 * @throws AppError file.damaged, file.tooComplex, file.unsupported for a picture, video or sound whose metadata cannot be removed.
 */
export const storeFile: Finish = async (session, raw, turn) => {
  const kind = await kindOf(await readHead(session, raw))
  if (kind.is === 'picture') return await storePicture(session, raw, turn, { as: 'whole' })
  if (kind.is === 'recording') return await storeRecording(session, raw, turn, kind.type)
  if (kind.is === 'unsupported') throw refusalOf(raw, 'unsupported')
  return await storeAsSent(session, raw, turn)
}

/**
 * Returns a finish that stores only a picture, encoded by `job`. It throws the error of `refusal` for a file that is no picture.
 */
export const finishPicture =
  (job: PictureJob, refusal: () => AppError): Finish =>
  async (session, raw, turn) => {
    const kind = await kindOf(await readHead(session, raw))
    if (kind.is === 'unsupported') throw refusalOf(raw, 'unsupported')
    if (kind.is !== 'picture') throw refusal()
    return await storePicture(session, raw, turn, job)
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

async function encode<Job extends MediaJob>(session: UploadSession, raw: RawFile, turn: MediaTurn, job: Job) {
  if (raw.size > MEDIA_BYTES_MAX) throw refusalOf(raw, 'tooLarge')
  const encoded = await encodeInTurn(turn, job, () => session.read(raw.key, raw.size))
  if (typeof encoded === 'string') throw refusalOf(raw, encoded)
  return encoded
}

const REFUSALS = { damaged: 'file.damaged', tooLarge: 'file.tooComplex', unsupported: 'file.unsupported' } as const

const refusalOf = ({ sentName }: RawFile, refusal: MediaRefusal): AppError =>
  new AppError(REFUSALS[refusal], { name: safeFileName(sentName) })

async function storePicture(session: UploadSession, raw: RawFile, turn: MediaTurn, job: PictureJob): Promise<ReceivedFile> {
  const picture = await encode(session, raw, turn, job)
  const preview = picture.preview && (await store(session, picture.preview))
  const whole = await replaceBy(session, raw, picture)
  return { ...whole, previewKey: preview?.key ?? null, width: picture.width, height: picture.height }
}

async function storeRecording(session: UploadSession, raw: RawFile, turn: MediaTurn, type: string): Promise<ReceivedFile> {
  const recording = await encode(session, raw, turn, { as: 'recording', type })
  const stored = await replaceBy(session, raw, recording)
  return INLINE_TYPES.has(stored.type) ? stored : { ...stored, type: DOWNLOAD }
}

/** Stores what the server wrote instead of the bytes that were sent. */
async function replaceBy(
  session: UploadSession,
  raw: RawFile,
  { bytes, type, extension }: { readonly bytes: Buffer; readonly type: string; readonly extension: string },
): Promise<ReceivedFile> {
  const { key, size } = await store(session, bytes)
  await session.drop(raw.key)
  const name = withExtension(safeFileName(raw.sentName), extension)
  return { storageKey: key, previewKey: null, type, name, size, width: null, height: null, sentHash: raw.hash }
}

/** Stores bytes that the server encoded. The upload limit does not apply to them. */
const store = (session: UploadSession, bytes: Buffer) => session.put(Readable.from([bytes]), Infinity)
