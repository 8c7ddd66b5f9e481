import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import { errorsOf } from '@noroshi/contract/route-errors'
import { type ApiTag, UPLOADS_BASE } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { authenticate } from '#/http/authenticate.ts'
import { checkedErrorHandler, errorReplies } from '#/http/declared-errors.ts'
import { AppError } from '#/http/errors.ts'
import { sendBytes } from '#/http/send-bytes.ts'
import { DOWNLOAD, INLINE_TYPES } from '#/http/uploads/upload-types.ts'
import { BytesNotFound } from '#/ports/storage.ts'
import { readableFile, type FileReaders } from './files.service.ts'

/** A stored object: the original file or its preview. `tag` is its ETag. */
interface StoredObject {
  readonly key: string
  readonly type: string
  readonly tag: string
  readonly name: string
}

const PREVIEW_TYPE = 'image/webp'

type FileRequest = FastifyRequest<{ Params: { id: string } }>

const ERRORS = errorsOf({ method: 'GET', access: 'public', errors: ['notFound'] })
const BYTES = z.file()
const NO_BODY = z.null()

/** Registers the routes for files and previews. Callers who may not read the parent get 404. */
export function registerFileRoutes(app: FastifyInstance, deps: Deps, readers: FileReaders): void {
  const options = (operationId: string, summary: string, type: string) => ({
    config: { describe: () => describe(operationId, summary, type) },
    ...(deps.checksReplies && { errorHandler: checkedErrorHandler(deps, operationId, ERRORS) }),
    onRequest: async (request: FastifyRequest) => {
      request.caller = await authenticate(deps, request)
    },
  })
  const ofFile = options('filesGet', 'A file that was uploaded', '*/*')
  app.get(`${UPLOADS_BASE}/:id`, ofFile, async (request: FileRequest, reply) => {
    const { id, storage_key: key, type, name } = await readableFile(deps, readers, request, request.params.id)
    return await sendStored(deps, request, reply, { key, type: INLINE_TYPES.has(type) ? type : DOWNLOAD, tag: id, name })
  })
  const ofPreview = options('filesPreview', 'The small picture of a file, where it has one', PREVIEW_TYPE)
  app.get(`${UPLOADS_BASE}/:id/preview`, ofPreview, async (request: FileRequest, reply) => {
    const { id, preview_key: key, name } = await readableFile(deps, readers, request, request.params.id)
    if (key === null) throw new AppError('notFound')
    return await sendStored(deps, request, reply, { key, type: PREVIEW_TYPE, tag: `${id}-preview`, name })
  })
}

/** Returns the description of a route in the OpenAPI document. The routes of the contract reply with JSON only. */
function describe(operationId: string, summary: string, type: string) {
  const bytes = { [type]: { schema: BYTES } }
  return {
    summary,
    operationId,
    tags: ['files' satisfies ApiTag],
    // Links of the home screen are public. Of several grants, each is enough.
    security: [{}, { bearer: [] }, { alertToken: [] }, { mediaCookie: [] }, { secureMediaCookie: [] }],
    params: z.object({ id: Uuid }),
    headers: z.object({
      range: z.string().optional(),
      'if-range': z.string().optional(),
      'if-none-match': z.string().optional(),
    }),
    response: {
      200: { description: 'The whole file', content: bytes },
      206: { description: 'The bytes of Range', content: bytes },
      304: NO_BODY.describe('The file has the ETag of If-None-Match'),
      416: NO_BODY.describe('The file has no bytes of Range'),
      ...errorReplies(ERRORS),
    },
  }
}

async function sendStored(deps: Deps, request: FastifyRequest, reply: FastifyReply, { key, type, tag, name }: StoredObject) {
  const size = await deps.storage.size(key).catch((error: unknown) => {
    if (!(error instanceof BytesNotFound)) throw error
    deps.logError(error)
    throw new AppError('notFound')
  })
  reply
    .header('content-disposition', disposition(type === DOWNLOAD ? 'attachment' : 'inline', name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    // Browsers revalidate each time, so that a removed right applies at once. The ETag avoids sending the bytes.
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Cookie, Authorization')
  return await sendBytes(request, reply, { size, type, tag, open: (range) => deps.storage.get(key, range) })
}

/** Returns a Content-Disposition header (RFC 6266) with an ASCII file name and the encoded original name (RFC 5987). */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const asciiName = name.replace(/[^\w .()-]/g, '_')
  const encodedName = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
