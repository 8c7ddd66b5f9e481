import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid, Version, wholeText } from '../define.ts'
import { Media } from '../files.ts'
import { MESSAGE_MAX, PAGE_SIZE, READ_ALOUD_MAX, STATUS_UPDATES_MAX } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { SpeechLanguage, SpokenType } from '../speech/speech-service.ts'
import { Deletion, Quote, RadioRecording, Reaction } from './message-parts.ts'
import { Mention, MentionsField } from './mentions.ts'
import { NewPoll, Poll } from './polls.ts'
import { bodyText } from '../text/body-text.ts'

/** The kind of conversation that a message belongs to (specification, section 3). */
export const MessageType = z.enum(['normalChat', 'asrChat', 'alertChat'])
export type MessageType = z.infer<typeof MessageType>

/** The lowest status of a message among all members except its sender (specification, section 4). */
export const MessageStatus = z.enum(['sent', 'delivered', 'seen'])
export type MessageStatus = z.infer<typeof MessageStatus>

/** A message, the same for all readers of its thread. */
export const Message = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    /**
     * Number in its thread: from 1, without gaps, in the order in which the server accepted the messages. Radio
     * messages have numbers of their own.
     */
    seq: z.int().positive(),
    text: z.string(),
    SenderId: Uuid,
    sender: Person,
    messageType: MessageType,
    /**
     * The status when the message was fetched; later changes come as watermarks of the thread. Always `sent` in alert
     * threads, which have a ledger (decisions/0202).
     */
    status: MessageStatus,
    messageMedias: z.array(Media),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** The alert whose thread this is. */
    alertId: Uuid.nullable(),
    /** false: the thread is personal. */
    isGroupMessage: z.boolean(),
    /**
     * The recipient of a personal message. The members of a group other than the sender, only where messages are fetched, and
     * empty beyond {@link GROUP_MEMBERS_LISTED_MAX}. Empty in alerts.
     */
    userId: z.array(Uuid),
    createdAt: Timestamp,
    /** The time of the sender's clock, which may be wrong. */
    messageAt: Timestamp,
    updatedAt: Timestamp,
    version: Version,
    /** The id that the sender's device created to recognise its own message; null without one. */
    clientId: Uuid.nullable(),
    /** Only in radio messages. */
    radio: RadioRecording.optional(),
    /** The message to which this one replies. */
    quote: Quote.optional(),
    mentions: z.array(Mention).optional(),
    /** The time of the last edit. */
    editedAt: Timestamp.optional(),
    /** Only in deleted messages, which have neither text nor files. */
    deletion: Deletion.optional(),
    /** A copy of another message, which its sender forwarded. */
    isForwarded: z.literal(true).optional(),
    /** The time since which the message is pinned in its thread. */
    pinnedAt: Timestamp.optional(),
    /** The emoji with the earliest reaction first. */
    reactions: z.array(Reaction).optional(),
    /** Only in polls, whose question is the text. */
    poll: Poll.optional(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** A message as sound. */
export const SpokenAudio = z.object({
  /** The file, as base64. */
  audio: z.base64(),
  mimeType: SpokenType,
})
export type SpokenAudio = z.infer<typeof SpokenAudio>

/**
 * The highest `seq` that all members of a thread received and saw, for one message type. Senders have seen their own
 * messages.
 */
export const Watermarks = z.object({ deliveredSeq: z.int().nonnegative(), seenSeq: z.int().nonnegative() })
export type Watermarks = z.infer<typeof Watermarks>

/** The page of messages before the seq `before`, after the seq `after`, or the newest page. */
export const MessagePageQuery = z.object({
  before: wholeText({ min: 1 }).optional(),
  after: wholeText().optional(),
  limit: wholeText({ min: 1, max: 100 }).default(PAGE_SIZE),
})

/** The text of a message. */
export const MessageText = bodyText('messages.empty').max(MESSAGE_MAX, 'messages.tooLong')

/**
 * The fields of a sent message in each route that sends one, besides its thread and its text. A new field that a sender gives is
 * added here.
 */
export const SentFields = {
  latitude: LatitudeText,
  longitude: LongitudeText,
  /** The time of the sender's clock, a hint. The server's time is used if it is missing. */
  messageAt: Timestamp.optional().catch(undefined),
  /** The id that the sender's device created. A repetition with the same content returns the same message. */
  clientId: Uuid.optional(),
  /** The message of the same thread and type to which this one replies. */
  replyToId: Uuid.optional(),
  /** In a group. */
  mentions: MentionsField,
}

const IdParams = z.object({ id: Uuid })

export const messageRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/message-threads/:id/messages',
    access: 'member',
    params: IdParams,
    /** `at`: instead of `before` and `after`, the page that begins with the first message at or after this time. */
    query: MessagePageQuery.extend({ at: z.iso.datetime('common.wrongType').optional() }),
    errors: ['thread.notFound'],
    /**
     * `nextCursor` is the `before` of the older page or, with `after` or `at`, the `after` of the newer page; null without a
     * further page.
     */
    reply: listOf(Message),
    summary: 'Chat messages of a thread, oldest first.',
  },
  send: {
    method: 'POST',
    path: '/messages',
    access: 'member',
    budget: 'everyday',
    body: z.object({
      messageThreadId: Uuid,
      text: MessageText.min(1, 'messages.empty'),
      messageType: z.literal('normalChat', 'common.wrongType').default('normalChat'),
      /** Accepted and ignored: each listener decides (decisions/0093). */
      isTextToSpeechEnable: z.boolean().optional().catch(undefined),
      /** In a group. */
      poll: NewPoll.optional(),
      ...SentFields,
    }),
    errors: ['conflict', 'tooManyRequests', 'thread.notFound', 'thread.blocked', 'message.notFound', 'poll.notInGroup'],
    status: 201,
    reply: Message,
    summary: 'Send a message. A repeated clientId returns the same message.',
  },
  upload: {
    method: 'POST',
    path: '/messages/upload',
    access: 'member',
    budget: 'everyday',
    /** Files are sent as `messageMedia`. At least one file or a location is required. */
    form: z.object({
      messageThreadId: Uuid,
      text: MessageText.default(''),
      /** `alertChat`: the thread of an alert that the user may open. */
      messageType: MessageType.exclude(['asrChat'], 'common.wrongType').default('normalChat'),
      ...SentFields,
    }),
    errors: [
      'conflict',
      'tooManyRequests',
      'alert.notFound',
      'thread.notFound',
      'thread.blocked',
      'thread.noFiles',
      'message.notFound',
    ],
    status: 201,
    reply: Message,
    summary: 'Send a message with files or a location, also to the chat of an alert.',
  },
  setStatus: {
    method: 'PATCH',
    path: '/message/:id/status',
    access: 'member',
    params: IdParams,
    body: z.object({ status: z.enum(['delivered', 'seen'], 'common.wrongType') }),
    errors: ['message.notFound'],
    reply: EmptyReply,
    summary: 'Mark a message and all messages before it as delivered or seen.',
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
          /**
           * Mark messages up to this seq; without it, up to the last message of this type that was sent to the session.
           * Watermarks never fall.
           */
          seq: z.int('common.wrongType').nonnegative('common.wrongType').optional(),
          messageType: z.enum(['normalChat', 'asrChat'], 'common.wrongType').default('normalChat'),
        }),
      )
      .min(1, 'common.wrongType')
      .max(STATUS_UPDATES_MAX, 'common.wrongType'),
    reply: EmptyReply,
    summary: 'Mark messages of several threads as delivered or seen. Threads of other users are ignored.',
  },
  setSpeechState: {
    method: 'POST',
    path: '/messages/text-to-speech-state',
    access: 'member',
    body: z.object({ messageThreadId: Uuid, isTextToSpeechEnable: z.boolean('common.wrongType') }),
    errors: ['tooManyRequests', 'thread.notFound'],
    /** The languages that the server can read aloud now. */
    reply: z.object({ languages: z.array(SpeechLanguage) }),
    summary:
      'Turn reading aloud of a thread on or off for the device of the session. Its sockets then receive message:text-to-speech.',
  },
  speechState: {
    method: 'GET',
    path: '/messages/text-to-speech-state',
    access: 'member',
    reply: z.object({ threadIds: z.array(Uuid) }),
    summary: 'The threads that are read aloud on the device of the session.',
  },
  speak: {
    method: 'POST',
    path: '/messages/text-to-speech',
    access: 'member',
    body: z.object({
      text: z.string('common.required').trim().min(1, 'common.required').max(READ_ALOUD_MAX, 'common.tooLong'),
      mimeType: SpokenType.default('audio/webm'),
      /**
       * The short announcement of an alarm. It waits for other alarms only, unless another one of the device is
       * waiting.
       */
      isAlarm: z.boolean('common.wrongType').optional(),
    }),
    errors: ['tooManyRequests', 'speech.noVoice'],
    /** `mimeType` is `audio/wav` where the server has no Opus encoder. */
    reply: SpokenAudio,
    summary: 'A text as sound, in English or Japanese, by its letters.',
  },
  speakMessage: {
    method: 'GET',
    path: '/messages/:id/text-to-speech',
    access: 'member',
    params: IdParams,
    query: z.object({ mimeType: SpokenType.default('audio/webm') }),
    errors: ['tooManyRequests', 'message.notFound', 'speech.noVoice'],
    /** The same field as in the reply of `speak`. */
    reply: SpokenAudio,
    summary: 'A message of a thread as sound: the name of its sender, then its text or what was sent.',
  },
})
