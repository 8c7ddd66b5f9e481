import { z } from 'zod'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'

/** Max alert groups that one drill alarms. */
const DRILL_GROUPS_MAX = 100

export const drillRoutes = defineRoutes({
  start: {
    method: 'POST',
    path: '/alerts/drills',
    access: 'member',
    body: z.object({
      /** Alert groups whose members take part, for administrators only. If it is empty, only the user takes part. */
      groupIds: z.array(Uuid, 'common.wrongType').max(DRILL_GROUPS_MAX, 'common.wrongType').default([]),
      clientId: Uuid.optional(),
    }),
    errors: ['forbidden', 'conflict', 'alert.notFound', 'alertGroup.notFound', 'tooManyRequests'],
    status: 201,
    reply: z.object({
      id: Uuid,
      createdAt: Timestamp,
      alertMessageThread: z.object({ MessageThreadId: Uuid }),
      /** Number of users who take part, including the raiser. */
      recipientCount: z.int(),
    }),
    summary: 'Start a drill: an alert that is marked as one and is deleted after an hour.',
  },
})
