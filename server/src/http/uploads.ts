import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { BYTES_A_MB, FILES_MAX } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { NoRoom, TooManyBytes } from '#/ports/storage.ts'
import { AppError, parseOrThrow } from './errors.ts'
import { finishFile, Shelf, type RawFile, type ReceivedFile } from './upload-store.ts'

export type { ReceivedFile } from './upload-store.ts'

export interface Upload<Form> {
  readonly form: Form
  readonly files: readonly ReceivedFile[]
}

interface UploadOptions<Form> {
  /**
   * Throws AppError where this form's sender may not. Asked before the first file's bytes are stored where the fields come
   * first, else after the last field; asked again when a field comes after it was asked.
   */
  readonly mayUpload: (form: Form) => Promise<void>
  /** How many files may come; FILES_MAX unless given. */
  readonly maxFiles?: number
  /** What becomes of a file's bytes; pictures are encoded anew unless given. */
  readonly finish?: (shelf: Shelf, raw: RawFile) => Promise<ReceivedFile>
}

type UploadDeps = Pick<Deps, 'config' | 'storage' | 'logError'>

/** Fields of one form; none has half as many. */
const FIELDS_MAX = 30
/** Bytes of one field: the longest text in the widest script, twice. */
const FIELD_BYTES_MAX = 65_536

/** Once, before any route. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
}

/**
 * Takes a multipart form: each file goes to the storage while it arrives. On any failure everything stored is deleted again.
 * The caller keeps the files by `insertFiles`, or gives them to `discardReceived` or `discardAfter`.
 * @throws AppError unsupported, invalid, bodyTooLarge, file.tooLarge, file.tooMany, file.empty, file.noRoom, and what `mayUpload` throws.
 */
export async function receiveUpload<Schema extends z.ZodObject>(
  deps: UploadDeps,
  request: FastifyRequest,
  formSchema: Schema,
  { mayUpload, maxFiles = FILES_MAX, finish = finishFile }: UploadOptions<z.output<Schema>>,
): Promise<Upload<z.output<Schema>>> {
  if (!request.isMultipart()) throw new AppError('unsupported')
  const shelf = new Shelf(deps.storage)
  try {
    const { form, raw } = await takeParts(deps, request, shelf, formSchema, { mayUpload, maxFiles })
    const files: ReceivedFile[] = []
    for (const file of raw) files.push(await finish(shelf, file))
    return { form, files }
  } catch (error) {
    await shelf.clear(deps.logError)
    throw error instanceof NoRoom ? new AppError('file.noRoom') : error
  } finally {
    discardRest(request, (FILES_MAX + 1) * maxBytesOf(deps))
  }
}

const maxBytesOf = ({ config }: UploadDeps): number => Math.floor(config.maxUploadMb * BYTES_A_MB)

async function takeParts<Schema extends z.ZodObject>(
  deps: UploadDeps,
  request: FastifyRequest,
  shelf: Shelf,
  formSchema: Schema,
  { mayUpload, maxFiles }: Required<Pick<UploadOptions<z.output<Schema>>, 'mayUpload' | 'maxFiles'>>,
): Promise<{ form: z.output<Schema>; raw: RawFile[] }> {
  const fields = new Map<string, unknown>()
  const raw: RawFile[] = []
  let isAsked = false
  for await (const part of partsOf(request, maxBytesOf(deps))) {
    if (part.type === 'field') {
      fields.set(part.fieldname, valueOf(part))
      isAsked = false
      continue
    }
    if (raw.length === maxFiles) throw new AppError('file.tooMany', { max: maxFiles })
    const early: z.output<Schema> | null = isAsked ? null : parseEarly(formSchema, fields)
    if (early !== null) await mayUpload(early)
    isAsked ||= early !== null
    const file = await storeRaw(deps, shelf, part)
    if (file !== null) raw.push(file)
  }
  const form = parseOrThrow(formSchema, Object.fromEntries(fields))
  if (!isAsked) await mayUpload(form)
  return { form, raw }
}

async function* partsOf(request: FastifyRequest, maxBytes: number): AsyncGenerator<Multipart> {
  const parts = request.parts({
    limits: {
      // One byte and one file more than allowed, so that going over is seen and answered in our own words.
      fileSize: maxBytes + 1,
      files: FILES_MAX + 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_BYTES_MAX,
    },
  })
  for (;;) {
    const next: IteratorResult<Multipart, unknown> = await parts.next().catch(refuseForm)
    if (next.done === true) return
    yield next.value
  }
}

/** What the form's own reader trips over is wrong input, never the server's fault. */
function refuseForm(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error
  throw new AppError('invalid')
}

function valueOf(part: Extract<Multipart, { type: 'field' }>): unknown {
  if (part.valueTruncated) throw new AppError('bodyTooLarge')
  // PostgreSQL's text holds no NUL.
  return typeof part.value === 'string' ? part.value.replaceAll('\u0000', '') : part.value
}

/** null: fields are still missing, they may come after the files. A field that came and is wrong is refused at once. */
function parseEarly<Schema extends z.ZodObject>(formSchema: Schema, fields: Map<string, unknown>): z.output<Schema> | null {
  const parsed = formSchema.safeParse(Object.fromEntries(fields))
  if (parsed.success) return parsed.data
  const isWrong = parsed.error.issues.some((issue) => fields.has(String(issue.path[0])))
  if (isWrong) throw new AppError('invalid', {}, parsed.error.issues)
  return null
}

/** null: a file input in which nothing was chosen, as browsers send it. */
async function storeRaw(deps: UploadDeps, shelf: Shelf, part: MultipartFile): Promise<RawFile | null> {
  const sentName = part.filename as string | undefined // absent where a part says its type and no name
  const kept = await shelf.put(part.file, maxBytesOf(deps)).catch((error: unknown) => {
    if (error instanceof TooManyBytes) throw new AppError('file.tooLarge', { max: deps.config.maxUploadMb })
    if (error instanceof Error && /unexpected end of multipart data/i.test(error.message)) throw new AppError('invalid')
    throw error
  })
  if (kept.size > 0) return { ...kept, sentName }
  await shelf.drop(kept.key)
  if (!sentName) return null
  throw new AppError('file.empty')
}

/**
 * Reads to the request's end: what is left after the form's last line keeps the connection busy, and a browser reads a refusal
 * only once it has sent all. Who sends without end is cut off.
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
