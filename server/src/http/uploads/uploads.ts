import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { BYTES_PER_MB, FILES_MAX } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { DiskFull, TooManyBytes } from '#/ports/storage.ts'
import { AppError, parseOrThrow } from '../errors.ts'
import { sourceOfCaller } from '../source-of.ts'
import { type Finish, storeFile, UploadSession, type RawFile, type ReceivedFile } from './upload-session.ts'

export type { ReceivedFile } from './upload-session.ts'

export interface Upload<Form> {
  readonly form: Form
  readonly files: readonly ReceivedFile[]
}

export interface UploadOptions<Form> {
  /**
   * Throws AppError when the caller may not upload with this form. It is called before the first file is stored when
   * the fields come first, else after the last field. It is called again when another field follows.
   */
  readonly mayUpload: (form: Form) => Promise<void>
  /** Max number of files; FILES_MAX unless given. */
  readonly maxFiles?: number
  /** Max megabytes of each file. Default: MAX_UPLOAD_MB. */
  readonly maxMb?: number
  /** Converts each file; `storeFile` unless given, which removes all metadata. */
  readonly finish?: Finish
  /** Limits the files of a caller without a session. */
  readonly intake?: FileIntake | null
  /** Whether the files belong to an active SOS. Its pictures are encoded before all others. */
  readonly isSos?: boolean
}

/** Counts files as they arrive. */
interface FileIntake {
  /** Called before each file. @throws AppError when no file is accepted. */
  readonly accept: () => Promise<void>
  /** Called with the size of each chunk in bytes. @throws AppError when the limit is exceeded. */
  readonly count: (bytes: number) => void
}

type UploadDeps = Pick<Deps, 'config' | 'storage' | 'logError'>

/** Max fields of one form. No form of the contract has half as many. */
const FIELDS_MAX = 30
/** Max bytes of one field: twice the longest text in the script with the most bytes a character. */
const FIELD_BYTES_MAX = 65_536

/** Registers the multipart parser. Call it once, before any route. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
}

/**
 * Receives a multipart form. Each file is written to the storage while it arrives. After any failure, all stored files
 * are deleted. Only `withUpload` calls it, which deletes the files that are not stored by `insertFiles`.
 * @throws AppError unsupported, invalid, bodyTooLarge, file.tooLarge, file.tooMany, file.empty, file.noRoom, file.busy,
 * file.damaged, file.tooComplex, file.unsupported,
 * and what `mayUpload` throws.
 */
export async function receiveUpload<Schema extends z.ZodObject>(
  deps: UploadDeps,
  request: FastifyRequest,
  formSchema: Schema,
  {
    mayUpload,
    maxFiles = FILES_MAX,
    maxMb = deps.config.maxUploadMb,
    finish = storeFile,
    isSos = false,
    intake = null,
  }: UploadOptions<z.output<Schema>>,
): Promise<Upload<z.output<Schema>>> {
  if (!request.isMultipart()) throw new AppError('unsupported')
  const session = new UploadSession(deps.storage)
  const connection = connectionSignal(request)
  try {
    const { form, raw } = await readParts(request, session, formSchema, { mayUpload, maxFiles, maxMb, intake })
    const files: ReceivedFile[] = []
    const isMember = request.caller.viewer !== null
    const turn = { isSos, source: sourceOfCaller(request), isMember, signal: connection.signal }
    for (const file of raw) files.push(await finish(session, file, turn))
    return { form, files }
  } catch (error) {
    await session.clear(deps.logError)
    throw error instanceof DiskFull ? new AppError('file.noRoom') : error
  } finally {
    connection.release()
    discardRest(request, (maxFiles + 1) * bytesOf(maxMb))
  }
}

/** Returns a signal that aborts when the connection is closed. The signal of Fastify also aborts when the body has arrived. */
function connectionSignal({ raw: { socket } }: FastifyRequest): {
  readonly signal: AbortSignal
  readonly release: () => void
} {
  const controller = new AbortController()
  const abort = () => controller.abort()
  socket.once('close', abort)
  if (socket.destroyed) abort()
  return { signal: controller.signal, release: () => void socket.off('close', abort) }
}

const bytesOf = (megabytes: number): number => Math.floor(megabytes * BYTES_PER_MB)

async function readParts<Schema extends z.ZodObject>(
  request: FastifyRequest,
  session: UploadSession,
  formSchema: Schema,
  {
    mayUpload,
    maxFiles,
    maxMb,
    intake,
  }: Required<Pick<UploadOptions<z.output<Schema>>, 'mayUpload' | 'maxFiles' | 'maxMb' | 'intake'>>,
): Promise<{ form: z.output<Schema>; raw: RawFile[] }> {
  const fields = new Map<string, unknown>()
  const raw: RawFile[] = []
  let isChecked = false
  for await (const part of partsOf(request, bytesOf(maxMb))) {
    if (part.type === 'field') {
      fields.set(part.fieldname, valueOf(part))
      isChecked = false
      continue
    }
    if (raw.length === maxFiles) throw new AppError('file.tooMany', { max: maxFiles })
    const early: z.output<Schema> | null = isChecked ? null : parseEarly(formSchema, fields)
    if (early !== null) await mayUpload(early)
    isChecked ||= early !== null
    const file = await storeRaw(session, part, maxMb, intake)
    if (file !== null) raw.push(file)
  }
  const form = parseOrThrow(formSchema, Object.fromEntries(fields))
  if (!isChecked) await mayUpload(form)
  return { form, raw }
}

async function* partsOf(request: FastifyRequest, maxBytes: number): AsyncGenerator<Multipart> {
  const parts = request.parts({
    limits: {
      // One byte and one file more than allowed, so that this module detects the excess and throws its own error.
      fileSize: maxBytes + 1,
      files: FILES_MAX + 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
    },
  })
  for (;;) {
    const next: IteratorResult<Multipart, unknown> = await parts.next().catch(rethrowParserError)
    if (next.done === true) return
    yield next.value
  }
}

/** Converts an error of the multipart parser to 'invalid'. Its errors with a status code stay the same. */
function rethrowParserError(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  throw new AppError('invalid')
}

function valueOf(part: Extract<Multipart, { type: 'field' }>): unknown {
  if (part.valueTruncated) throw new AppError('bodyTooLarge')
  // The text type of PostgreSQL cannot contain NUL.
  return typeof part.value === 'string' ? part.value.replaceAll('\u0000', '') : part.value
}

/**
 * Returns null when fields are still missing: they may come after the files.
 * @throws AppError 'invalid' for a wrong field.
 */
function parseEarly<Schema extends z.ZodObject>(formSchema: Schema, fields: Map<string, unknown>): z.output<Schema> | null {
  const parsed = formSchema.safeParse(Object.fromEntries(fields))
  if (parsed.success) return parsed.data
  const isWrong = parsed.error.issues.some((issue) => fields.has(String(issue.path[0])))
  if (isWrong) throw new AppError('invalid', {}, parsed.error.issues)
  return null
}

/** Returns null for an empty part without a name, which browsers send for a file input without a chosen file. */
async function storeRaw(
  session: UploadSession,
  part: MultipartFile,
  maxMb: number,
  intake: FileIntake | null,
): Promise<RawFile | null> {
  const sentName = part.filename as string | undefined // absent when a part has a type and no name
  await intake?.accept()
  const source = intake === null ? part.file : Readable.from(counted(part.file, intake))
  const stored = await session.put(source, bytesOf(maxMb)).catch((error: unknown) => {
    if (error instanceof TooManyBytes) throw new AppError('file.tooLarge', { max: maxMb })
    if (error instanceof Error && /unexpected end of multipart data/i.test(error.message)) throw new AppError('invalid')
    throw error
  })
  if (stored.size > 0) return { ...stored, sentName }
  await session.drop(stored.key)
  if (!sentName) return null
  throw new AppError('file.empty')
}

async function* counted(source: AsyncIterable<Buffer>, intake: FileIntake): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    intake.count(chunk.length)
    yield chunk
  }
}

/**
 * Reads and discards the rest of the request. Unread bytes would keep the connection busy, and a browser reads an error
 * reply only after it has sent everything. The connection is destroyed beyond `maxBytes`.
 */
function discardRest({ raw }: FastifyRequest, maxBytes: number): void {
  let left = maxBytes
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
