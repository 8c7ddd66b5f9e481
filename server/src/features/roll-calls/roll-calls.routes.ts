import type { FastifyInstance } from 'fastify'
import { answerLinkRoutes, rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import type { Deps } from '#/deps.ts'
import { uploadRoute } from '#/features/files/upload-route.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perAddress, perCaller, route } from '#/http/route.ts'
import { answerByLink, createAnswerLink, createAnswerLinks, readLinkQuestion } from './answer-links.service.ts'
import { addAnswerPhoto, openToAddPhoto } from './answer-photos.service.ts'
import { answerRollCall, markSeen } from './answer.service.ts'
import { ask } from './ask.service.ts'
import { previewArea } from './people-of-area.service.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'
import {
  endRollCall,
  listGroupCounts,
  listHistory,
  listPeople,
  listPlaceCounts,
  listRollCalls,
  readRollCall,
} from './roll-calls.service.ts'

/** Answers of one user: one for each person of a large household or ward. */
const ANSWERS_A_MINUTE = 120
/** Photos of one user: an answer has one. */
const PHOTOS_A_MINUTE = 20
const LINKS_A_MINUTE = 120
/** Batches of links: ten thousand people in a minute. */
const LINK_BATCHES_A_MINUTE = 100
/** Counts of the people of an area: one for each change of it. */
const PREVIEWS_A_MINUTE = 60
/** Requests with links from one address: many people share one. */
const LINK_USES_A_MINUTE = 300

const answers = { limits: [{ name: 'roll-call answers', max: ANSWERS_A_MINUTE, by: perCaller }] }
const links = { limits: [{ name: 'answer links', max: LINK_USES_A_MINUTE, by: perAddress }] }

export function registerRollCallRoutes(app: FastifyInstance, deps: Deps, writes: RollCallWrites) {
  route(app, deps, rollCallRoutes.ask, async (call) => {
    const { rollCall, isExisting } = await ask(deps, auditActorOf(call), call.body)
    if (isExisting) call.reply.status(200)
    return { ...rollCall, isExisting }
  })
  route(app, deps, rollCallRoutes.areaPreview, ({ viewer, body }) => previewArea(deps, viewer, body.area), {
    limits: [{ max: PREVIEWS_A_MINUTE, by: perCaller }],
  })
  route(app, deps, rollCallRoutes.list, ({ viewer, query }) => listRollCalls(deps, viewer, query))
  route(app, deps, rollCallRoutes.get, ({ viewer, params }) => readRollCall(deps.db, viewer, params.id))
  route(app, deps, rollCallRoutes.markSeen, ({ viewer, params }) => markSeen(deps, writes, viewer, params.id))
  route(
    app,
    deps,
    rollCallRoutes.answer,
    ({ viewer, params, body }) => answerRollCall(deps, writes, viewer, params.id, body),
    answers,
  )
  uploadRoute(
    app,
    deps,
    rollCallRoutes.addPhoto,
    ({ viewer, params, form, files }) => addAnswerPhoto(deps, viewer, params.id, form, files),
    {
      limits: [{ max: PHOTOS_A_MINUTE, by: perCaller }],
      maxFiles: 1,
      mayUpload: ({ viewer, params }) => openToAddPhoto(deps, viewer, params.id),
    },
  )
  route(app, deps, rollCallRoutes.people, ({ viewer, params, query }) => listPeople(deps, viewer, params.id, query))
  route(app, deps, rollCallRoutes.places, ({ viewer, params }) => listPlaceCounts(deps, viewer, params.id))
  route(app, deps, rollCallRoutes.groups, ({ viewer, params }) => listGroupCounts(deps, viewer, params.id))
  route(app, deps, rollCallRoutes.history, ({ viewer, params }) => listHistory(deps, viewer, params.id, params.personId))
  route(app, deps, rollCallRoutes.close, (call) => endRollCall(deps, auditActorOf(call), call.params.id, call.body.endText))
  route(
    app,
    deps,
    rollCallRoutes.createLink,
    ({ viewer, params }) => createAnswerLink(deps, viewer, params.id, params.personId),
    {
      limits: [{ max: LINKS_A_MINUTE, by: perCaller }],
    },
  )
  route(app, deps, rollCallRoutes.createLinks, ({ viewer, params, body }) => createAnswerLinks(deps, viewer, params.id, body), {
    limits: [{ max: LINK_BATCHES_A_MINUTE, by: perCaller }],
  })
  route(app, deps, answerLinkRoutes.question, ({ body }) => readLinkQuestion(deps, body.secret), links)
  route(app, deps, answerLinkRoutes.answer, ({ body }) => answerByLink(deps, writes, body), links)
}
