import type { FastifyInstance } from 'fastify'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { classifyAlert, handleAlert, listAssignees } from './handling.service.ts'
import { listRaiserContacts } from './raiser-contacts.service.ts'
import { listResponders } from './responders.service.ts'
import { addNote, listNotes } from './notes.service.ts'

/** Max changes a minute of each user or token. Each one reaches the whole audience. */
const CHANGES_A_MINUTE = 120
/** Max lists to assign from a minute of each user: one for each typed character. */
const ASSIGNEES_A_MINUTE = 240
/** Max requests for the last contacts of raisers a minute of each user: twice a minute on many pages. */
const CONTACTS_A_MINUTE = 120

export function registerAlertHandlingRoutes(app: FastifyInstance, deps: Deps) {
  const changing = (name: string) => ({ limits: [{ name, max: CHANGES_A_MINUTE, by: perCaller }] })
  route(
    app,
    deps,
    alertHandlingRoutes.classify,
    ({ params, body, request }) => classifyAlert(deps, request.caller, params.id, body),
    changing('kinds of alerts'),
  )
  route(
    app,
    deps,
    alertHandlingRoutes.change,
    ({ viewer, params, body }) => handleAlert(deps, viewer, params.id, body),
    changing('handling of alerts'),
  )
  route(
    app,
    deps,
    alertHandlingRoutes.assignees,
    ({ viewer, params, query }) => listAssignees(deps, viewer, params.id, query.name),
    { limits: [{ max: ASSIGNEES_A_MINUTE, by: perCaller }] },
  )
  route(app, deps, alertHandlingRoutes.responders, ({ params, request }) => listResponders(deps, request.caller, params.id))
  route(app, deps, alertHandlingRoutes.raiserContacts, ({ viewer }) => listRaiserContacts(deps, viewer), {
    limits: [{ max: CONTACTS_A_MINUTE, by: perCaller }],
  })
  route(app, deps, alertHandlingRoutes.notes, ({ viewer, params }) => listNotes(deps, viewer, params.id))
  route(app, deps, alertHandlingRoutes.addNote, ({ viewer, params, body }) => addNote(deps, viewer, params.id, body), {
    limits: [{ name: 'notes about alerts', max: CHANGES_A_MINUTE, by: perCaller }],
  })
}
