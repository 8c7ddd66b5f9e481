import type { FastifyInstance } from 'fastify'
import { PAGE_CONTENT_MAX } from '@noroshi/contract/limits'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import {
  addMembers,
  changeMember,
  findOwnMembership,
  listMembers,
  listPublicMembers,
  readOwnMembership,
  removeMember,
} from './page-members.service.ts'
import { createPage, removePage, renamePage } from './pages-admin.service.ts'
import { listPages, readPage } from './pages.service.ts'
import { publish, restoreRevision } from './publishing.service.ts'
import { listRevisions, readRevision } from './revisions.service.ts'

const done = { ok: true } as const

/** Contents that one session writes. A content may be large, and writers need far fewer. */
const CONTENTS_A_MINUTE = 60
/** Max bytes of a body with a content. JSON escapes a character with up to 6 bytes; the other fields are small. */
const CONTENT_BODY_MAX = 6 * PAGE_CONTENT_MAX + 64 * 1024
export const WRITE_LIMITS = { bodyLimit: CONTENT_BODY_MAX, limits: [{ max: CONTENTS_A_MINUTE, by: perCaller }] }

export function registerPageRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, pageRoutes.list, ({ viewer, query }) => listPages(deps, viewer, query.search))
  route(app, deps, pageRoutes.get, ({ viewer, params }) => readPage(deps, viewer, params.id))
  route(app, deps, pageRoutes.create, (call) => createPage(deps, auditActorOf(call), call.body))
  route(app, deps, pageRoutes.rename, (call) => renamePage(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, pageRoutes.remove, async (call) => {
    const version = await removePage(deps, auditActorOf(call), call.params.id)
    return { ...done, version }
  })
  route(app, deps, pageRoutes.publish, (call) => publish(deps, auditActorOf(call), call.params.id, call.body), WRITE_LIMITS)
  route(app, deps, pageRoutes.listRevisions, ({ viewer, params, query }) =>
    listRevisions(deps, viewer, params.id, query.cursor ?? null),
  )
  route(app, deps, pageRoutes.getRevision, ({ viewer, params }) => readRevision(deps, viewer, params.id, params.revision))
  route(app, deps, pageRoutes.restoreRevision, (call) =>
    restoreRevision(deps, auditActorOf(call), call.params.id, call.params.revision, call.body.baseRevision),
  )
  registerMembers(app, deps)
}

function registerMembers(app: FastifyInstance, deps: Deps) {
  route(app, deps, pageMemberRoutes.list, ({ viewer, params }) => listMembers(deps, viewer, params.id))
  route(app, deps, pageMemberRoutes.listPublic, ({ viewer, params }) => listPublicMembers(deps, viewer, params.id))
  route(app, deps, pageMemberRoutes.mine, ({ viewer, params }) => readOwnMembership(deps, viewer, params.id))
  route(app, deps, pageMemberRoutes.membership, async ({ viewer, params }) => ({
    membership: await findOwnMembership(deps, viewer, params.id),
  }))
  route(app, deps, pageMemberRoutes.add, (call) => addMembers(deps, auditActorOf(call), call.params.id, call.body.members))
  route(app, deps, pageMemberRoutes.change, (call) =>
    changeMember(deps, auditActorOf(call), call.params.id, call.params.memberId, call.body),
  )
  route(app, deps, pageMemberRoutes.remove, async (call) => {
    await removeMember(deps, auditActorOf(call), call.params.id, call.params.memberId)
    return done
  })
}
