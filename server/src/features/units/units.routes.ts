import type { FastifyInstance } from 'fastify'
import { peerRoutes, unitFolderRoutes, unitRoutes } from '@noroshi/contract/units/units.http'
import type { Job } from '#/db/jobs.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { perAddress, route } from '#/http/route.ts'
import { assertSharing, LINK_BYTES_MAX, replyTo, takeRequest } from './exchange.service.ts'
import { FolderExchange } from './folder-exchange.service.ts'
import { admitByCode, createCode, joinByCode } from './pairing-codes.service.ts'
import { LiveLinks } from './live-links.ts'
import { acceptFile, admitByFile, confirmUnit, createRequest, rejectUnit, revoke, startGroup } from './pairing.service.ts'
import type { SyncContext } from './sync-context.service.ts'
import { exportFile, importFile, readUnits } from './units.service.ts'

/** Exchanges and pairings of one address. While much is written, a unit waits and tells five times a second each. */
const EXCHANGES_A_MINUTE = 900
const PAIRINGS_A_MINUTE = 10
/** Max exchanges at a time, and that wait: each keeps a bundle in memory. */
const EXCHANGES_AT_ONCE = 2
const EXCHANGES_WAITING = 20
/** A bundle has 4/3 of its bytes as text. */
const bodyLimit = 4 * LINK_BYTES_MAX
/** Max bytes of an uploaded file as text. */
const FILE_BODY_MAX = 128 * 1024 * 1024

const done = { ok: true } as const

/** @returns the jobs of the exchange in a folder, which takes part in the limit of bundles, and of the live exchange */
export function registerUnitExchangeRoutes(app: FastifyInstance, context: SyncContext): readonly Job[] {
  const { deps } = context
  const limited = limitConcurrency(EXCHANGES_AT_ONCE)
  /** The replies to known units, of which one write may wake all. */
  const replies = limitConcurrency(EXCHANGES_AT_ONCE)
  const folder = new FolderExchange(context, limited)
  const live = new LiveLinks(context)
  const inTurn = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limited.waiting() >= EXCHANGES_WAITING) throw new AppError('tooManyRequests') // the folder always waits
    return limited(task)
  }
  route(app, deps, unitRoutes.read, () => readUnits(context))
  route(app, deps, unitRoutes.start, async (call) => {
    await startGroup(context, auditActorOf(call), call.body.LacsUnitId)
    return done
  })
  route(app, deps, unitRoutes.createCode, (call) => createCode(context, auditActorOf(call)))
  route(app, deps, unitRoutes.join, async (call) => {
    await joinByCode(context, auditActorOf(call), call.body.address, call.body.code)
    return done
  })
  route(app, deps, unitRoutes.request, async () => ({ file: await createRequest(context) }))
  route(app, deps, unitRoutes.admit, async (call) => ({ file: await admitByFile(context, auditActorOf(call), call.body.file) }))
  route(app, deps, unitRoutes.accept, async (call) => {
    await acceptFile(context, auditActorOf(call), call.body.file)
    return done
  })
  route(app, deps, unitRoutes.confirm, async (call) => {
    await confirmUnit(context, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, unitRoutes.reject, async (call) => {
    await rejectUnit(context, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, unitRoutes.revoke, async (call) => {
    await revoke(context, auditActorOf(call), call.params.id)
    return done
  })
  route(app, deps, unitRoutes.write, (call) => inTurn(() => exportFile(context, auditActorOf(call), call.body.UnitIds)))
  route(app, deps, unitRoutes.take, (call) => inTurn(() => importFile(context, auditActorOf(call), call.body.bundle)), {
    bodyLimit: FILE_BODY_MAX,
  })
  route(app, deps, unitFolderRoutes.change, async (call) => {
    await folder.change(auditActorOf(call), call.body)
    return done
  })
  app.addHook('preClose', async () => {
    folder.close()
    live.close()
  })
  const pairLimits = [{ max: PAIRINGS_A_MINUTE, by: perAddress }]
  route(app, deps, peerRoutes.pair, ({ body, request }) => admitByCode(context, request.ip, body.request, body.proof), {
    limits: pairLimits,
  })
  const limits = [{ max: EXCHANGES_A_MINUTE, by: perAddress }]
  route(
    app,
    deps,
    peerRoutes.exchange,
    async ({ body, request }) => {
      await assertSharing(context)
      const taken = await inTurn(() => takeRequest(context, Buffer.from(body.bundle, 'base64')))
      // A bundle that is sent again could come from any client: it ends no wait of the unit.
      if (body.waits && taken.isNewest) {
        const gone = new AbortController()
        const leave = () => gone.abort()
        request.socket.once('close', leave)
        await live.waitFor(taken.from.unit_id, gone.signal).finally(() => request.socket.off('close', leave))
      }
      const reply = await replies(() => replyTo(context, taken))
      return { bundle: reply.toString('base64') }
    },
    { limits, bodyLimit },
  )
  return [folder.job, ...live.jobs]
}
