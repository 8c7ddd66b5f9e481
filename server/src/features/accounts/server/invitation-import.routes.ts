import type { FastifyInstance } from 'fastify'
import { invitationImportRoutes } from '@noroshi/contract/accounts/invitation-import.http'
import { invitationProposalRoutes } from '@noroshi/contract/accounts/invitation-proposal.http'
import type { Deps } from '#/deps.ts'
import { auditActorOf } from '#/http/authenticate.ts'
import { perAddress, perCaller, route } from '#/http/route.ts'
import { checkRecipients, createPersonalInvitations, readInvitation } from './invitation-import.service.ts'

/** Max batches a minute for each administrator: the largest file has 20, or 100 with mails. */
const CHECKS_A_MINUTE = 120
const BATCHES_A_MINUTE = 60
/** Max invitations that are read in a minute for each address. */
const READS_A_MINUTE = 60

export function registerInvitationImportRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, invitationImportRoutes.check, ({ body }) => checkRecipients(deps, body.items), {
    limits: [{ max: CHECKS_A_MINUTE, by: perCaller }],
  })
  route(app, deps, invitationImportRoutes.create, (call) => createPersonalInvitations(deps, auditActorOf(call), call.body), {
    limits: [{ max: BATCHES_A_MINUTE, by: perCaller }],
  })
  route(app, deps, invitationProposalRoutes.read, ({ body }) => readInvitation(deps, body.inviteCode), {
    limits: [{ max: READS_A_MINUTE, by: perAddress }],
  })
}
