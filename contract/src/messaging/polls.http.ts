import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, listOf, Timestamp, Uuid } from '../define.ts'
import { Message } from './messaging.http.ts'
import { POLL_OPTIONS_MAX } from './polls.ts'

const IdParams = z.object({ id: Uuid })

export const pollRoutes = defineRoutes({
  vote: {
    method: 'PUT',
    path: '/messages/:id/vote',
    access: 'member',
    params: IdParams,
    /** The ids of the chosen options; none takes the vote back. */
    body: z.object({
      optionIds: z
        .array(z.int('common.wrongType').nonnegative('common.wrongType'), 'common.wrongType')
        .max(POLL_OPTIONS_MAX, 'common.wrongType'),
    }),
    errors: ['message.notFound', 'poll.notFound', 'poll.notAnOption', 'poll.closed', 'thread.blocked', 'tooManyRequests'],
    reply: Message,
    summary: 'Vote in a poll of a group, in place of the own vote before.',
  },
  close: {
    method: 'PUT',
    path: '/messages/:id/poll/closed',
    access: 'member',
    params: IdParams,
    errors: ['message.notFound', 'message.notYours', 'poll.notFound', 'tooManyRequests'],
    /** A repetition changes nothing. */
    reply: Message,
    summary: 'Close an own poll, or any poll of a group as its admin.',
  },
  votes: {
    method: 'GET',
    path: '/messages/:id/votes',
    access: 'member',
    params: IdParams,
    errors: ['message.notFound'],
    reply: listOf(z.object({ person: Person, optionIds: z.array(z.int().nonnegative()), votedAt: Timestamp })),
    summary: 'Who voted for what in a poll, the earliest first.',
  },
})
