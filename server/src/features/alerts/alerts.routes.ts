import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RaiseBody, UploadForm } from '@noroshi/contract/alerts/alert-forms'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import { ALERT_TOKEN_FILES_MAX } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { grantMedia } from '#/features/files/files.service.ts'
import { withUpload } from '#/features/files/upload-route.service.ts'
import type { SendMessage } from '#/features/messaging/messaging.service.ts'
import { languageOf } from '#/http/errors.ts'
import { isOwnOrigin } from '#/http/own-origin.ts'
import { perCaller, type RouteCall, route } from '#/http/route.ts'
import { sourceOf } from '#/http/source-of.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { listAlertMessages, sendAlertMessage } from './chat/alert-chat.service.ts'
import { listGroupMembers, listLocations, listMemberLocations } from './chat/alert-people.service.ts'
import { addInformation, listAlerts, mayAddInformation, readAlert, reopenAlert, resolveAlert } from './alerts.service.ts'
import type { ChangeThrottle } from './change-throttle.ts'
import { answerAlert, type Ledger, readLedger } from './reach/ledger.service.ts'
import { createRaise } from './raise/raise-batched.service.ts'
import { joinText, type SosInput } from './raise/raise.service.ts'
import { acceptAnyBody } from './raise/sos-body.ts'

/** Max answers a minute of each user. Hundreds of alarms can be active. */
const ANSWERS_A_MINUTE = 300
/** Max uploads a minute for each user or token, both upload routes together. */
const UPLOADS_A_MINUTE = 60

interface AlertWorkers {
  readonly ledger: Ledger
  readonly throttle: ChangeThrottle
  readonly sendMessage: SendMessage
}

/** `sosDeps`: uses a separate connection pool, so that other load does not delay an SOS. */
export function registerAlertRoutes(
  app: FastifyInstance,
  deps: Deps,
  sosDeps: Deps,
  { ledger, throttle, sendMessage }: AlertWorkers,
) {
  // A Fastify scope of its own, because the SOS route accepts any body.
  app.register(async (sos) => {
    acceptAnyBody(sos)
    const raise = createRaise(sosDeps, throttle)
    route(sos, sosDeps, alertRoutes.raise, async ({ body, request, reply }) => {
      const raised = await raise(request.caller, withinBudget(sosDeps, request, body))
      if (raised.isExisting) reply.status(200)
      else sosDeps.metrics.awaitDelivery(raised.id, reply.elapsedTime)
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
  const upload = ({ request }: Pick<RouteCall<typeof alertRoutes.upload>, 'request'>) => addUpload(deps, request)
  const uploading = { limits: [{ name: 'alert uploads', max: UPLOADS_A_MINUTE, by: perCaller }] }
  route(app, deps, alertRoutes.upload, upload, uploading)
  route(app, deps, alertRoutes.uploadMedia, upload, uploading)
  route(app, deps, alertRoutes.resolve, ({ viewer, body }) => resolveAlert(deps, viewer, body.AlertId, body))
  route(app, deps, alertRoutes.reopen, ({ viewer, params }) => reopenAlert(deps, viewer, params.id))
  route(app, deps, alertRoutes.answer, ({ viewer, params, body }) => answerAlert(deps, ledger, viewer, params.id, body), {
    limits: [{ max: ANSWERS_A_MINUTE, by: perCaller }],
  })
  route(app, deps, alertRoutes.ledger, ({ viewer, params }) => readLedger(deps, viewer, params.id))
  route(app, deps, alertRoutes.messages, ({ params, query, request }) =>
    listAlertMessages(deps, request.caller, params.id, query),
  )
  route(app, deps, alertRoutes.sendMessage, ({ viewer, body }) => sendAlertMessage(deps, sendMessage, viewer, body))
  route(app, deps, alertRoutes.memberLocations, async ({ viewer, params }) => ({
    items: await listMemberLocations(deps, viewer, params.id),
  }))
  route(app, deps, alertRoutes.groupMembers, ({ viewer, query }) => listGroupMembers(deps, viewer, query.cursor))
}

/** Cuts the text of an SOS to the anonymous budget, and adds its source. The SOS itself is never refused. */
function withinBudget(
  { anonymousBudget, alertSources, config }: Deps,
  { caller, ip, raw }: FastifyRequest,
  sos: z.output<typeof RaiseBody>,
): SosInput {
  const textMax = anonymousBudget.textMaxFor(caller, ip)
  // Only a user raises for another person. Without a session the name stays readable in the text.
  const typed = caller.viewer === null ? joinText(sos.raisedFor?.name ?? '', sos.textContent) : sos.textContent
  const textContent = cutText(typed, textMax)
  if (caller.viewer === null) anonymousBudget.add(sourceOf(ip), Buffer.byteLength(textContent))
  const source = isOwnOrigin(raw, config) ? alertSources.idOf(ip) : alertSources.otherSites
  return { ...sos, textContent, textMax, source: caller.viewer === null ? source : null }
}

/** Grants the media cookie. The reply does not depend on it, so an error is only logged. */
const grantOrLog = (deps: Deps, request: FastifyRequest, reply: FastifyReply, alertId: string) =>
  grantMedia(deps, request, reply, { alertId }).catch(deps.logError)

async function addUpload(deps: Deps, request: RouteCall<typeof alertRoutes.upload>['request']) {
  const { anonymousBudget } = deps
  const intake = anonymousBudget.intakeFor(request.caller, request.ip)
  let stored: readonly ReceivedFile[] = []
  try {
    const options = {
      mayUpload: (form: UploadForm) => mayAddInformation(deps, request.caller, form),
      isSos: true,
      intake,
      budget: alertRoutes.upload.budget,
      ...(intake && { finish: intake.finish }),
    }
    return await withUpload(deps, request, alertRoutes.upload.form, options, async ({ form, files }) => {
      const textMax = anonymousBudget.textMaxFor(request.caller, request.ip)
      const filesMax = intake?.filesMax ?? ALERT_TOKEN_FILES_MAX
      const language = languageOf(request.headers['accept-language'])
      const alert = await addInformation(deps, request.caller, form, files, { textMax, filesMax, language })
      stored = files
      if (intake) anonymousBudget.add(sourceOf(request.ip), Buffer.byteLength(form.textContent))
      return alert
    })
  } finally {
    intake?.end(stored)
  }
}
