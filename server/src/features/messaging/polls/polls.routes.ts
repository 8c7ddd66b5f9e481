import type { FastifyInstance } from 'fastify'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import type { Deps } from '#/deps.ts'
import { perCaller, route } from '#/http/route.ts'
import { closePoll, listVotes, vote } from './polls.service.ts'

/** Votes and closings of one user. */
const VOTES_A_MINUTE = 120

const votes = { limits: [{ name: 'votes', max: VOTES_A_MINUTE, by: perCaller }] }

export function registerPollRoutes(app: FastifyInstance, deps: Deps) {
  route(app, deps, pollRoutes.vote, ({ viewer, params, body }) => vote(deps, viewer, params.id, body.optionIds), votes)
  route(app, deps, pollRoutes.close, ({ viewer, params }) => closePoll(deps, viewer, params.id), votes)
  route(app, deps, pollRoutes.votes, ({ viewer, params }) => listVotes(deps, viewer, params.id))
}
