import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { errorsOf } from '@noroshi/contract/route-errors'
import { API_BASE, type ApiTag } from '@noroshi/contract/routes'
import type { Deps } from '#/deps.ts'
import { auditActorOf, type SignedIn } from '#/http/authenticate.ts'
import { checkedErrorHandler, errorReplies } from '#/http/declared-errors.ts'
import { AppError } from '#/http/errors.ts'
import { perCaller, route } from '#/http/route.ts'
import { deleteAccountOf, deleteOwnAccount } from './deletion.service.ts'
import { createExportLink, openExport } from './export.service.ts'

/** Max requests a minute with the current password for each user. Each hash takes a core. */
const PASSWORD_CHECKS_A_MINUTE = 20

/** A request with the current password of its user. */
interface PasswordCall {
  readonly viewer: SignedIn
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Registers the export and the deletion of an account. */
export function registerPersonalDataRoutes(app: FastifyInstance, deps: Deps) {
  const options = { limits: [{ max: PASSWORD_CHECKS_A_MINUTE, by: perCaller }] }
  const { export: exportOwn, delete: deleteOwn, exportOf, deleteOf } = personalDataRoutes
  const createLink = (call: PasswordCall, userId: string, password: string) => {
    call.reply.header('cache-control', 'no-store')
    return createExportLink(deps, auditActorOf(call), userId, password)
  }
  const done = async (work: Promise<void>) => {
    await work
    return { ok: true } as const
  }
  route(app, deps, exportOwn, (call) => createLink(call, call.viewer.id, call.body.currentPassword), options)
  route(app, deps, exportOf, (call) => createLink(call, call.params.id, call.body.currentPassword), options)
  route(app, deps, deleteOwn, (call) => done(deleteOwnAccount(deps, auditActorOf(call), call.body)), options)
  route(app, deps, deleteOf, (call) => done(deleteAccountOf(deps, auditActorOf(call), call.params.id, call.body)), options)
  registerArchiveRoute(app, deps)
}

const ERRORS = errorsOf({ method: 'GET', access: 'public', errors: ['account.exportLink', 'unavailable'] })
const ARCHIVE_TYPE = 'application/zip'
const Query = z.object({ token: z.string().max(200) })

/** Returns the description of the download in the OpenAPI document. */
const describe = () => ({
  summary: 'The archive of a link, once',
  operationId: 'personalDataArchive',
  tags: ['accounts' satisfies ApiTag],
  querystring: Query,
  security: [],
  response: {
    200: { description: 'A ZIP archive', content: { [ARCHIVE_TYPE]: { schema: z.file() } } },
    ...errorReplies(ERRORS),
  },
})

/** Registers the download. The routes of the contract reply with JSON only. The token of the link is the right to it. */
function registerArchiveRoute(app: FastifyInstance, deps: Deps): void {
  const address = `${API_BASE}/account/export`
  app.get(
    address,
    {
      config: { describe },
      exposeHeadRoute: false, // the link is valid once
      ...(deps.checksReplies && { errorHandler: checkedErrorHandler(deps, 'personalDataArchive', ERRORS) }),
    },
    async (request, reply) => {
      const query = Query.safeParse(request.query)
      if (!query.success) throw new AppError('account.exportLink')
      const archive = await openExport(deps, query.data.token)
      const date = deps.now().toISOString().slice(0, 10)
      return reply
        .type(ARCHIVE_TYPE)
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="noroshi-${date}.zip"`)
        .send(archive)
    },
  )
}
