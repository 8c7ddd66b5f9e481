import type { FastifyInstance, FastifyRequest } from 'fastify'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { route } from '#/http/route.ts'
import { sendBytes } from '#/http/send-bytes.ts'
import { FOR_EVER, PMTILES, UNLISTED } from '#/http/static-files.ts'
import { storeAsSent } from '#/http/uploads/upload-session.ts'
import { BytesNotFound } from '#/ports/storage.ts'
import { archiveByTag, readState, removeArchive, replaceByFile, replaceByUpload } from './streets.service.ts'

const FILE_NAME = /^([0-9a-f]{32})\.pmtiles$/

export function registerStreetsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, streetsRoutes.read, () => readState(deps))
  uploadRoute(app, deps, streetsRoutes.upload, (call) => replaceByUpload(deps, auditActorOf(call), call.files), {
    maxFiles: 1,
    maxMb: deps.config.maxMapMb,
    finish: storeAsSent,
  })
  route(app, deps, streetsRoutes.add, async (call) => {
    const cancelled = new AbortController()
    call.reply.raw.on('close', () => cancelled.abort())
    return await replaceByFile(deps, auditActorOf(call), call.body, cancelled.signal)
  })
  route(app, deps, streetsRoutes.remove, async (call) => {
    await removeArchive(deps, auditActorOf(call))
    return { ok: true } as const
  })
  serveArchive(app, deps)
}

/** Serves the archive by range requests to all callers, including visitors. The bytes of a URL never change. */
function serveArchive(app: FastifyInstance, deps: Deps): void {
  app.get('/map/streets/:name', UNLISTED, async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const [, tag] = FILE_NAME.exec(request.params.name) ?? []
    if (tag === undefined) throw new AppError('notFound')
    const { key, size } = await archiveByTag(deps, tag)
    const open = (range: Parameters<typeof deps.storage.get>[1]) =>
      deps.storage.get(key, range).catch((error: unknown) => {
        // The ETag belongs to the bytes, not to the error.
        reply.header('cache-control', 'no-store').removeHeader('etag')
        // The archive was replaced meanwhile, or the processes of this server do not share their files.
        throw error instanceof BytesNotFound ? new AppError('notFound') : error
      })
    return await sendBytes(request, reply.header('cache-control', FOR_EVER), { size, type: PMTILES, tag, open })
  })
}
