import type { FastifyInstance } from 'fastify'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { Deps } from '#/deps.ts'
import { discardAfter } from '#/features/files/files.service.ts'
import { byCaller, type Call, route } from '#/http/route.ts'
import { receiveUpload } from '#/http/uploads.ts'
import { listMessages, mayWrite, sendingOn, uploadMessage } from './messages.service.ts'
import { searchMessages } from './search.service.ts'
import { setStatus, setStatuses, type Watermarks } from './watermarks.service.ts'

/** Of one session. */
const UPLOADS_A_MINUTE = 60
/** A search looks at many messages. */
const SEARCHES_A_MINUTE = 120

const done = { ok: true } as const

export function registerMessageRoutes(app: FastifyInstance, deps: Deps, watermarks: Watermarks) {
  route(app, deps, messageRoutes.list, ({ viewer, params, query }) => listMessages(deps, viewer, params.id, query))
  const send = sendingOn(deps, watermarks)
  route(app, deps, messageRoutes.send, ({ viewer, body }) => send(viewer, body))
  const uploading = { limits: [{ max: UPLOADS_A_MINUTE, by: byCaller }] }
  route(app, deps, messageRoutes.upload, ({ viewer, request }) => upload(deps, watermarks, viewer, request), uploading)
  route(app, deps, messageRoutes.setStatus, async ({ viewer, params, body }) => {
    await setStatus(deps, watermarks, viewer, params.id, body.status)
    return done
  })
  route(app, deps, messageRoutes.setStatuses, async ({ viewer, body }) => {
    await setStatuses(deps, watermarks, viewer, body)
    return done
  })
  const searching = { limits: [{ max: SEARCHES_A_MINUTE, by: byCaller }] }
  route(app, deps, messageRoutes.search, ({ viewer, query }) => searchMessages(deps, viewer, query.text, query.cursor), searching)
}

type Uploading = Call<typeof messageRoutes.upload>

async function upload(deps: Deps, watermarks: Watermarks, viewer: Uploading['viewer'], request: Uploading['request']) {
  const { form, files } = await receiveUpload(deps, request, messageRoutes.upload.form, {
    mayUpload: (form) => mayWrite(deps, viewer, form),
  })
  try {
    const message = await uploadMessage(deps, watermarks, viewer, form, files)
    return message
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}
