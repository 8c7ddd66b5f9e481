import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Deps } from '#/deps.ts'
import { discardAfter, grantMedia } from '#/features/files/files.service.ts'
import { byCaller, type Call, route } from '#/http/route.ts'
import { receiveUpload } from '#/http/uploads.ts'
import { listGroupMembers, listLocations, listMemberLocations } from './alert-people.service.ts'
import {
  addInformation,
  listAlertMessages,
  listAlerts,
  mayAddInformation,
  readAlert,
  reopenAlert,
  resolveAlert,
  sendAlertMessage,
} from './alerts.service.ts'
import { answerAlert, type Ledger, readLedger } from './ledger.service.ts'
import { raisingOn } from './raise-many.service.ts'
import { takeAnyBody } from './sos-body.ts'

/** Of one session or token, by either route. */
const UPLOADS_A_MINUTE = 60

/** `sosDeps`: connections of their own, so that no flood of other work stands before an SOS. */
export function registerAlertRoutes(app: FastifyInstance, deps: Deps, sosDeps: Deps, ledger: Ledger) {
  // In a scope of its own: there, any body is a body.
  app.register(async (sos) => {
    takeAnyBody(sos)
    const raise = raisingOn(sosDeps)
    route(sos, sosDeps, alertRoutes.raise, async ({ body, request, reply }) => {
      const raised = await raise(request.caller, body)
      if (raised.isExisting) reply.status(200)
      if (raised.alertToken !== undefined) await grantOrLog(sosDeps, request, reply, raised.id)
      return raised
    })
  })
  route(app, deps, alertRoutes.list, ({ viewer, query }) => listAlerts(deps, viewer, query.status, query.cursor))
  route(app, deps, alertRoutes.locations, ({ viewer }) => listLocations(deps, viewer))
  route(app, deps, alertRoutes.get, async ({ params, request, reply }) => {
    const alert = await readAlert(deps, request.caller, params.id)
    if (alert.viewer.holdsToken) await grantOrLog(deps, request, reply, alert.id)
    return alert
  })
  const upload = ({ request }: Pick<Call<typeof alertRoutes.upload>, 'request'>) => addUpload(deps, request)
  const uploading = { limits: [{ max: UPLOADS_A_MINUTE, by: byCaller }] }
  route(app, deps, alertRoutes.upload, upload, uploading)
  route(app, deps, alertRoutes.uploadMedia, upload, uploading)
  route(app, deps, alertRoutes.resolve, ({ viewer, body }) => resolveAlert(deps, viewer, body.AlertId))
  route(app, deps, alertRoutes.reopen, ({ viewer, params }) => reopenAlert(deps, viewer, params.id))
  route(app, deps, alertRoutes.answer, ({ viewer, params, body }) => answerAlert(deps, ledger, viewer, params.id, body.answer))
  route(app, deps, alertRoutes.ledger, ({ viewer, params }) => readLedger(deps, viewer, params.id))
  route(app, deps, alertRoutes.messages, ({ params, query, request }) =>
    listAlertMessages(deps, request.caller, params.id, query.before, query.limit),
  )
  route(app, deps, alertRoutes.sendMessage, ({ viewer, body }) => sendAlertMessage(deps, viewer, body))
  route(app, deps, alertRoutes.memberLocations, async ({ viewer, params }) => ({
    items: await listMemberLocations(deps, viewer, params.id),
  }))
  route(app, deps, alertRoutes.groupMembers, ({ viewer, query }) => listGroupMembers(deps, viewer, query.cursor))
}

/** The cookie is a convenience: an alert that was raised or read is answered without it too. */
const grantOrLog = (deps: Deps, request: FastifyRequest, reply: FastifyReply, alertId: string) =>
  grantMedia(deps, request, reply, { alertId }).catch(deps.logError)

async function addUpload(deps: Deps, request: Call<typeof alertRoutes.upload>['request']) {
  const { form, files } = await receiveUpload(deps, request, alertRoutes.upload.form, {
    mayUpload: (form) => mayAddInformation(deps, request.caller, form),
  })
  try {
    const alert = await addInformation(deps, request.caller, form, files)
    return alert
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}
