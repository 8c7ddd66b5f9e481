import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type DashboardLink, dashboardRoutes, LinkForm } from '@noroshi/contract/dashboard/dashboard.http'
import type { Deps } from '#/deps.ts'
import { discardAfter } from '#/features/files/files.service.ts'
import { doerOf } from '#/http/authenticate.ts'
import { route } from '#/http/route.ts'
import { receiveUpload, type ReceivedFile } from '#/http/uploads.ts'
import { changeLink, createLink, listLinks, orderLinks, removeLink } from './links.service.ts'
import { changeSection, createSection, listSections, orderSections, removeSection } from './sections.service.ts'

const done = { ok: true } as const

export function registerDashboardRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, dashboardRoutes.sections, () => listSections(deps.db))
  route(app, deps, dashboardRoutes.createSection, (call) => createSection(deps, doerOf(call), call.body))
  route(app, deps, dashboardRoutes.orderSections, (call) => orderSections(deps, doerOf(call), call.body.ids))
  route(app, deps, dashboardRoutes.updateSection, (call) => changeSection(deps, doerOf(call), call.params.id, call.body))
  route(app, deps, dashboardRoutes.removeSection, async (call) => {
    await removeSection(deps, doerOf(call), call.params.id)
    return done
  })
  route(app, deps, dashboardRoutes.links, ({ viewer, params, query }) => listLinks(deps, viewer, params.id, query.all))
  route(app, deps, dashboardRoutes.createLink, (call) =>
    withImage(deps, call.request, (form, files) => createLink(deps, doerOf(call), form, files)),
  )
  route(app, deps, dashboardRoutes.updateLink, (call) =>
    withImage(deps, call.request, (form, files) => changeLink(deps, doerOf(call), call.params.id, form, files)),
  )
  route(app, deps, dashboardRoutes.removeLink, async (call) => {
    await removeLink(deps, doerOf(call), call.params.id)
    return done
  })
  route(app, deps, dashboardRoutes.orderLinks, (call) => orderLinks(deps, doerOf(call), call.params.id, call.body.ids))
}

/** Only an administrator comes so far: the route's access says so before the first byte is read. */
async function withImage(
  deps: Deps,
  request: FastifyRequest,
  write: (form: z.output<typeof LinkForm>, files: readonly ReceivedFile[]) => Promise<DashboardLink>,
): Promise<DashboardLink> {
  const { form, files } = await receiveUpload(deps, request, LinkForm, { mayUpload: async () => undefined })
  try {
    return await write(form, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}
