import type { FastifyInstance } from 'fastify'
import { NOTICE_FILE_MAX, noticeRoutes, noticeRuleRoutes, noticeSourceRoutes } from '@noroshi/contract/notices/notices.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { createNoticeRule, listNoticeRules, removeNoticeRule } from './notice-rules.service.ts'
import { addNoticeFile, createNoticeSource, listNoticeSources, removeNoticeSource } from './notice-sources.service.ts'
import { listNotices, listNoticeShapes } from './notices.service.ts'

/** Bytes of a request with a file as JSON: a character of Japanese has three. */
const FILE_BODY_MAX = 4 * NOTICE_FILE_MAX

const done = { ok: true } as const

export function registerNoticeRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, noticeRoutes.list, () => listNotices(deps))
  route(app, deps, noticeRoutes.shapes, () => listNoticeShapes(deps))
  route(app, deps, noticeSourceRoutes.list, () => listNoticeSources(deps))
  route(app, deps, noticeSourceRoutes.create, (call) => createNoticeSource(deps, auditActorOf(call), call.body))
  route(
    app,
    deps,
    noticeSourceRoutes.addFile,
    async (call) => ({ isStored: await addNoticeFile(deps, auditActorOf(call), call.params.id, call.body.content) }),
    { bodyLimit: FILE_BODY_MAX },
  )
  route(app, deps, noticeSourceRoutes.remove, async (call) => {
    await removeNoticeSource(deps, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, noticeRuleRoutes.list, () => listNoticeRules(deps))
  route(app, deps, noticeRuleRoutes.create, (call) => createNoticeRule(deps, auditActorOf(call), call.body))
  route(app, deps, noticeRuleRoutes.remove, async (call) => {
    await removeNoticeRule(deps, auditActorOf(call), call.params.id)
    return done
  })
}
