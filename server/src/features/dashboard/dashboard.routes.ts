import type { FastifyInstance } from 'fastify'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { changeLink, createLink, listLinks, orderLinks, removeLink } from './links.service.ts'
import { changeSection, createSection, listSections, orderSections, removeSection } from './sections.service.ts'

const done = { ok: true } as const

export function registerDashboardRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, dashboardRoutes.sections, () => listSections(deps))
  route(app, deps, dashboardRoutes.createSection, (call) => createSection(deps, auditActorOf(call), call.body))
  route(app, deps, dashboardRoutes.orderSections, (call) => orderSections(deps, auditActorOf(call), call.body.ids))
  route(app, deps, dashboardRoutes.updateSection, (call) => changeSection(deps, auditActorOf(call), call.params.id, call.body))
  route(app, deps, dashboardRoutes.removeSection, async (call) => {
    await removeSection(deps, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, dashboardRoutes.links, ({ viewer, params, query }) => listLinks(deps, viewer, params.id, query.all))
  uploadRoute(app, deps, dashboardRoutes.createLink, (call) => createLink(deps, auditActorOf(call), call.form, call.files))
  uploadRoute(app, deps, dashboardRoutes.updateLink, (call) =>
    changeLink(deps, auditActorOf(call), call.params.id, call.form, call.files),
  )
  route(app, deps, dashboardRoutes.removeLink, async (call) => {
    await removeLink(deps, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, dashboardRoutes.orderLinks, (call) => orderLinks(deps, auditActorOf(call), call.params.id, call.body.ids))
}
