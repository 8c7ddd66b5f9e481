import type { FastifyInstance } from 'fastify'
import { receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { listReceipts } from './receipts.service.ts'

/** Requests of one user. Each reads the times of all members of a group. */
const LISTS_A_MINUTE = 60

export function registerReceiptRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, receiptRoutes.list, ({ viewer, params }) => listReceipts(deps, viewer, params.id), {
    limits: [{ max: LISTS_A_MINUTE, by: perCaller }],
  })
}
