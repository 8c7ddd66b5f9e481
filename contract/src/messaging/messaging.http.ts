import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Done, Instant, listOf, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { MESSAGE_MAX, MESSAGE_SEARCH_MAX, PAGE_SIZE, STATUS_UPDATES_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'

/** What a message is part of (specification, section 3). */
export const MessageType = z.enum(['normalChat', 'asrChat', 'alertChat'])
export type MessageType = z.infer<typeof MessageType>

/** How far a message came: the least of all members of its thread but its sender (specification, section 4). */
export const MessageStatus = z.enum(['sent', 'delivered', 'seen'])
export type MessageStatus = z.infer<typeof MessageStatus>

/** A message as every reader of its thread sees it. */
export const Message = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    /** Place in its thread: from 1, without gaps, in the order of acceptance. */
    seq: z.int().positive(),
    text: z.string(),
    SenderId: Uuid,
    sender: Person,
    messageType: MessageType,
    /** Of the moment when it was read; the thread's watermarks go on from there. Always `sent` in an alert's thread, which has a ledger. */
    status: MessageStatus,
    messageMedias: z.array(Media),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** The alert whose thread this is. */
    alertId: Uuid.nullable(),
    /** false: of a personal thread. */
    isGroupMessage: z.boolean(),
    /** The recipient of a personal message; empty in groups and alerts, whose readers are their members and the audience. */
    userId: z.array(Uuid),
    createdAt: Instant,
    /** The sender's own clock, a hint. */
    messageAt: Instant,
    updatedAt: Instant,
    version: Version,
    /** The id the sender's device gave, so that it knows its own message again; null where it gave none. */
    clientId: Uuid.nullable(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** Up to which place all members of a thread got and saw its messages of one type (a sender has seen their own). */
export const Watermarks = z.object({ deliveredSeq: z.int().nonnegative(), seenSeq: z.int().nonnegative() })
export type Watermarks = z.infer<typeof Watermarks>

const by = (name: string) => z.coerce.number(name).int(name).positive(name)

/** A page of a thread: below `before`, above `after`, or the newest. */
const PageOfMessages = z.object({
  before: by('common.wrongType').optional(),
  after: z.coerce.number('common.wrongType').int('common.wrongType').nonnegative('common.wrongType').optional(),
  limit: by('common.wrongType').max(100, 'common.wrongType').default(PAGE_SIZE),
})

/** Words of a form: browsers end its lines by two signs. */
const Text = z
  .string('messages.empty')
  .overwrite((text) => text.replaceAll('\r\n', '\n').trim())
  .max(MESSAGE_MAX, 'messages.tooLong')

/** Only chats are written by these routes; alerts and radio have their own. */
const ChatType = z.literal('normalChat', 'common.wrongType').default('normalChat')

const ById = z.object({ id: Uuid })

export const messageRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/message-threads/:id/messages',
    access: 'member',
    params: ById,
    query: PageOfMessages,
    /** `nextCursor` is the `before` of the page above, or with `after` the `after` of the page below; null where there is none. */
    reply: listOf(Message),
    summary: 'The chat of a thread, oldest first.',
  },
  send: {
    method: 'POST',
    path: '/messages',
    access: 'member',
    body: z.object({
      messageThreadId: Uuid,
      text: Text.min(1, 'messages.empty'),
      messageType: ChatType,
      latitude: LatitudeText,
      longitude: LongitudeText,
      /** Kept for the speech feature; changes nothing yet. */
      isTextToSpeechEnable: z.boolean().optional().catch(undefined),
      messageAt: Instant.optional().catch(undefined),
      clientId: Uuid.optional(),
    }),
    status: 201,
    reply: Message,
    summary: 'Write to a thread. The same clientId again answers the same message.',
  },
  upload: {
    method: 'POST',
    path: '/messages/upload',
    access: 'member',
    /** Files come as `messageMedia`, at least one unless there is a place. */
    form: z.object({
      messageThreadId: Uuid,
      text: Text.default(''),
      messageType: ChatType,
      latitude: LatitudeText,
      longitude: LongitudeText,
      messageAt: Instant.optional().catch(undefined),
      clientId: Uuid.optional(),
    }),
    status: 201,
    reply: Message,
    summary: 'Write to a thread with files or a place.',
  },
  setStatus: {
    method: 'PATCH',
    path: '/message/:id/status',
    access: 'member',
    params: ById,
    body: z.object({ status: z.enum(['delivered', 'seen'], 'common.wrongType') }),
    reply: Done,
    summary: 'One got or saw this message and all before it.',
  },
  setStatuses: {
    method: 'PATCH',
    path: '/message-threads/message-status',
    access: 'member',
    body: z
      .array(
        z.object({
          messageThreadId: Uuid,
          status: z.enum(['delivered', 'seen'], 'common.wrongType'),
          /** Up to this place; without it, the thread's last. Never falls back. */
          seq: z.int('common.wrongType').nonnegative('common.wrongType').optional(),
          messageType: z.enum(['normalChat', 'asrChat'], 'common.wrongType').default('normalChat'),
        }),
      )
      .min(1, 'common.wrongType')
      .max(STATUS_UPDATES_MAX, 'common.wrongType'),
    reply: Done,
    summary: 'One got or saw the messages of several threads. Threads that are not one’s own are passed over.',
  },
  search: {
    method: 'GET',
    path: '/messages/search',
    access: 'member',
    query: z.object({
      text: z.string('common.required').trim().min(1, 'common.required').max(MESSAGE_SEARCH_MAX, 'common.tooLong'),
      cursor: Uuid.optional(),
    }),
    reply: listOf(
      z.object({
        message: Message,
        /** The group's name, or that of the other person. */
        threadName: z.string(),
      }),
    ),
    summary:
      'Chat messages of one’s own threads that hold these words, newest first. Width and capitals do not count. A page may be short or empty while `nextCursor` goes on.',
  },
})
