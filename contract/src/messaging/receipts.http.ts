import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'

/** A member whom a message has reached. `at`: null if the time is unknown, as for older messages. */
export const Receipt = z.object({ person: Person, at: Timestamp.nullable() }).meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>

/** Who has received and read a message (decisions/0211). */
export const receiptRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/messages/:id/receipts',
    access: 'member',
    params: z.object({ id: Uuid }),
    errors: ['tooManyRequests', 'message.notFound', 'message.infoNotYours'],
    reply: z.object({
      /** The members who have read it, the first one first; null where that is not shown: in a blocked thread or such a group. */
      read: z.array(Receipt).nullable(),
      /** The members who have received it, also those who have read it; null in a blocked thread. */
      delivered: z.array(Receipt).nullable(),
      /** Active members other than the sender who were in the thread when it was sent. */
      others: z.int().nonnegative(),
    }),
    summary: 'Who has received and read a chat or radio message, and when: for its sender.',
  },
})
