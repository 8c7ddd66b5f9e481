import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '#/deps.ts'

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
}

export interface Upload<Form> {
  readonly form: Form
  readonly files: readonly ReceivedFile[]
}

interface UploadOptions<Form> {
  /** Asked with the form before bytes are stored (where the fields come first), at the latest after the last field. Throws AppError. */
  readonly mayUpload: (form: Form) => Promise<void>
}

/** Once, before any route. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  throw new Error(`not ready: ${app.version}`)
}

/**
 * Takes a multipart form: each file goes to the storage while it arrives. On any failure everything stored is deleted again.
 * The caller keeps the files by `insertFiles`, or gives them to `discardReceived`.
 * @throws AppError unsupported, invalid, bodyTooLarge, file.tooLarge, file.tooMany, file.empty, and what `mayUpload` throws.
 */
export async function receiveUpload<Schema extends z.ZodObject>(
  deps: Pick<Deps, 'config' | 'storage' | 'logError'>,
  request: FastifyRequest,
  formSchema: Schema,
  options: UploadOptions<z.output<Schema>>,
): Promise<Upload<z.output<Schema>>> {
  throw new Error(`not ready: ${request.id} ${typeof deps} ${typeof formSchema} ${typeof options}`)
}
