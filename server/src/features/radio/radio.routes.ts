import type { FastifyInstance } from 'fastify'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import type { Deps } from '#/deps.ts'
import type { Watermarks } from '#/features/messaging/watermarks.service.ts'
import { perCaller, route } from '#/http/route.ts'
import { joinAlertRadio, readAlertRadio } from './alert-radio.service.ts'
import { listRadioLocations, shareRadioLocation } from './radio-locations.service.ts'
import { listRadioThreads, readHistory, readLive, startRadioChat } from './radio.service.ts'

/** Starts of one session. A start notifies all members of the thread. */
const STARTS_A_MINUTE = 10
/** Locations of one session. Each is emitted to all members of the radio chat. */
const LOCATIONS_A_MINUTE = 60

export function registerRadioRoutes(app: FastifyInstance, deps: Deps, { sent }: Watermarks) {
  route(app, deps, radioRoutes.threads, ({ viewer }) => listRadioThreads(deps, viewer))
  route(
    app,
    deps,
    radioRoutes.start,
    async ({ viewer, params, reply }) => {
      const { chat, isNew } = await startRadioChat(deps, viewer, params.threadId)
      if (!isNew) reply.status(200)
      return chat
    },
    { limits: [{ max: STARTS_A_MINUTE, by: perCaller }] },
  )
  route(
    app,
    deps,
    radioRoutes.joinAlert,
    async ({ viewer, params, reply }) => {
      const { chat, isNew } = await joinAlertRadio(deps, viewer, params.id)
      if (!isNew) reply.status(200)
      return chat
    },
    { limits: [{ max: STARTS_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, radioRoutes.alert, ({ viewer, params }) => readAlertRadio(deps, viewer, params.id))
  route(app, deps, radioRoutes.live, async ({ viewer, params }) => {
    const live = await readLive(deps, viewer, params.id)
    sent.recordReply(viewer.sessionId, live.messages)
    return live
  })
  route(app, deps, radioRoutes.history, async ({ viewer, params, query }) => {
    const page = await readHistory(deps, viewer, params.id, query)
    sent.recordReply(viewer.sessionId, page.items)
    return page
  })
  route(
    app,
    deps,
    radioRoutes.shareLocation,
    async ({ viewer, body: { messageThreadId, ...location } }) => ({
      isShared: await shareRadioLocation(deps, viewer, messageThreadId, location),
    }),
    { limits: [{ max: LOCATIONS_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, radioRoutes.locations, async ({ viewer, params }) => ({
    items: await listRadioLocations(deps, viewer, params.id),
    nextCursor: null,
  }))
}
