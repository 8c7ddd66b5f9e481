import type { FastifyInstance } from 'fastify'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import type { Deps } from '#/deps.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perCaller, route } from '#/http/route.ts'
import { readDeskSecret } from './desk-secrets.service.ts'
import { decideDouble, listDoubles } from './doubles.service.ts'
import { findAtDesk } from './found.service.ts'
import { readHeadcount } from './headcount.service.ts'
import { confirmPresence, recordLeaving, undoLeaving, undoStay } from './leave.service.ts'
import { receiveHousehold } from './receive.service.ts'
import { correctPerson, forgetPerson, readPerson, readRegister } from './register.service.ts'
import { listOwnShelters } from './shelters.service.ts'

/** Changes of one desk: a desk that had no connection sends all that it recorded. */
const CHANGES_A_MINUTE = 300
/** Reads of one desk, each of which is an audit entry. */
const READS_A_MINUTE = 240

const changes = { limits: [{ name: 'reception changes', max: CHANGES_A_MINUTE, by: perCaller }] }
const reads = { limits: [{ name: 'reception reads', max: READS_A_MINUTE, by: perCaller }] }

export function registerReceptionRoutes(app: FastifyInstance, deps: Deps, writes: RollCallWrites, deskKey: Buffer) {
  route(app, deps, receptionRoutes.mine, ({ viewer }) => listOwnShelters(deps, viewer))
  route(app, deps, receptionRoutes.deskSecret, (call) => readDeskSecret(deps, deskKey, auditActorOf(call), call.params), reads)
  route(
    app,
    deps,
    receptionRoutes.receive,
    async (call) => {
      const { isRepeated, ...received } = await receiveHousehold(deps, writes, auditActorOf(call), call.params.placeId, call.body)
      if (isRepeated) call.reply.status(200)
      return received
    },
    changes,
  )
  route(
    app,
    deps,
    receptionRoutes.leave,
    (call) => recordLeaving(deps, auditActorOf(call), call.params.placeId, call.body),
    changes,
  )
  route(
    app,
    deps,
    receptionRoutes.confirm,
    (call) => confirmPresence(deps, auditActorOf(call), call.params.placeId, call.body.personIds),
    changes,
  )
  route(
    app,
    deps,
    receptionRoutes.undoStay,
    (call) => undoStay(deps, writes, auditActorOf(call), call.params.placeId, call.params.stayId),
    changes,
  )
  route(
    app,
    deps,
    receptionRoutes.undoLeaving,
    (call) => undoLeaving(deps, auditActorOf(call), call.params.placeId, call.params.stayId),
    changes,
  )
  route(app, deps, receptionRoutes.find, (call) => findAtDesk(deps, auditActorOf(call), call.params.placeId, call.query), reads)
  route(
    app,
    deps,
    receptionRoutes.register,
    (call) => readRegister(deps, auditActorOf(call), call.params.placeId, call.query),
    reads,
  )
  route(
    app,
    deps,
    receptionRoutes.person,
    (call) => readPerson(deps, auditActorOf(call), call.params.placeId, call.params.personId),
    reads,
  )
  route(
    app,
    deps,
    receptionRoutes.correct,
    (call) => correctPerson(deps, auditActorOf(call), call.params.placeId, call.params.personId, call.body),
    changes,
  )
  route(
    app,
    deps,
    receptionRoutes.forget,
    (call) => forgetPerson(deps, auditActorOf(call), call.params.placeId, call.params.personId),
    changes,
  )
  route(app, deps, receptionRoutes.doubles, (call) => listDoubles(deps, auditActorOf(call), call.params.placeId), reads)
  route(
    app,
    deps,
    receptionRoutes.decide,
    (call) => decideDouble(deps, auditActorOf(call), call.params.placeId, call.body),
    changes,
  )
  route(
    app,
    deps,
    receptionRoutes.headcount,
    ({ viewer, params, query }) => readHeadcount(deps, viewer, params.placeId, query.hours),
    reads,
  )
}
