import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineCommands, defineEvents, Uuid } from '../define.ts'
import { Message, Watermarks } from './messaging.http.ts'
import { SharedThread } from './threads.http.ts'

const InThread = z.object({ messageThreadId: Uuid })
const Typing = InThread.extend({ user: Person })

export const messagingEvents = defineEvents({
  /** To everyone who may read the thread. */
  'messages:new_message': Message,
  /** To the members, at most five times a second a thread: what all of them got and saw by now. */
  'messages:status_updated': z.object({
    MessageThreadId: Uuid,
    messageType: z.enum(['normalChat', 'asrChat']),
    watermarks: Watermarks,
  }),
  /** To the person's own devices: what is read on one is read on all. Never falls back, and is not sent for what was only delivered. */
  'messages:status_updated_multiple': z.object({
    updates: z.array(
      z.object({
        MessageThreadId: Uuid,
        messageType: z.enum(['normalChat', 'asrChat']),
        deliveredSeq: z.int().nonnegative(),
        seenSeq: z.int().nonnegative(),
        unreadMessagesCount: z.int().nonnegative(),
      }),
    ),
  }),
  /** To its members (also those who were just added): a group that they are in now. */
  'message-threads:new_group': SharedThread,
  /** To the two. */
  'message-threads:new_personal': SharedThread,
  /** To the members: name, description, number of members, a block. Who is a member now is asked for again. */
  'message-threads:updated': SharedThread,
  /** Hints to the others who look at the thread; never logged. */
  'messages:typing': Typing,
  'messages:stopped_typing': Typing,
})

export const messagingCommands = defineCommands({
  /** Looks at a thread: its typing hints come here. Members alone. */
  'message-threads:join': InThread,
  'message-threads:leave': InThread,
  'messages:typing': InThread,
  'messages:stopped_typing': InThread,
})
