import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, listOf, Timestamp, Uuid, Version } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { Location } from '../location.ts'
import { Message, MessagePageQuery } from '../messaging/messaging.http.ts'
import { MessageThread } from '../messaging/threads.http.ts'

/** A radio chat of a thread, from its start to its end. A thread has at most one that has not ended. */
export const RadioChat = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    startedBy: Person,
    startedAt: Timestamp,
    /** The users who are in the radio chat now, in the order in which they joined. */
    members: z.array(Person),
    /** null while the radio chat runs. */
    endedAt: Timestamp.nullable(),
    /** Raised with each change of the radio chat or its members. */
    version: Version,
  })
  .meta({ id: 'RadioChat' })
export type RadioChat = z.infer<typeof RadioChat>

/** The user who may talk in a radio chat now, and the queue. */
export const RadioFloor = z
  .object({
    messageThreadId: Uuid,
    radioChatId: Uuid,
    /** null: the floor is free. */
    speakerId: Uuid.nullable(),
    speaker: Person.nullable(),
    /** The page of the speaker that talks (`asr-chat:join`). */
    endpointId: Uuid.nullable(),
    /** The id of the current transmission; also the id of the message that it becomes. */
    transmissionId: Uuid.nullable(),
    /** The language that is spoken. */
    language: z.enum(LANGUAGES).nullable(),
    /** The transmission ends when the recogniser detects the end of an utterance. */
    endsWithUtterance: z.boolean(),
    /** When the server ends the transmission. */
    endsAt: Timestamp.nullable(),
    /** Users who wait for the floor, the next one first. */
    queue: z.array(Uuid),
    /** Raised with each change of the floor. */
    version: Version,
  })
  .meta({ id: 'RadioFloor' })
export type RadioFloor = z.infer<typeof RadioFloor>

/** The location of a user in a radio chat. It is deleted when the user leaves or the radio chat ends. */
export const RadioLocation = Location.extend({ user: Person, at: Timestamp }).meta({ id: 'RadioLocation' })
export type RadioLocation = z.infer<typeof RadioLocation>

/** Radio messages up to this number were removed, because they are older than the unit keeps them. Absent: none was. */
const removedSeq = z.int().positive().optional()

/** The radio chat of a thread that ended last, with its last version. Absent: none has ended, or one runs. */
const endedChat = RadioChat.pick({ id: true, version: true }).optional()

/** A thread in the list of radio chats. */
export const RadioThread = z
  .object({
    thread: MessageThread,
    /** The radio chat that runs now. */
    radioChat: RadioChat.nullable(),
    endedChat,
    /** The last radio message of the thread. */
    latestMessage: Message.nullable(),
    /** Number of radio messages of others above `seenSeq`. */
    unreadRadioCount: z.int().nonnegative(),
    /** The viewer's own watermarks of radio messages. */
    deliveredSeq: z.int().nonnegative(),
    seenSeq: z.int().nonnegative(),
    removedSeq,
  })
  .meta({ id: 'RadioThread' })
export type RadioThread = z.infer<typeof RadioThread>

/** The radio channel of an alert, as its readers see it. */
export const AlertRadio = z
  .object({ isRunning: z.boolean(), /** Users who are in it now. */ memberCount: z.int().nonnegative() })
  .meta({ id: 'AlertRadio' })
export type AlertRadio = z.infer<typeof AlertRadio>

const IdParams = z.object({ id: Uuid })

export const radioRoutes = defineRoutes({
  threads: {
    method: 'GET',
    path: '/message-threads/asr-chat',
    access: 'member',
    reply: listOf(RadioThread),
    summary: 'The threads of the user that have or had a radio chat, latest activity first.',
  },
  start: {
    method: 'POST',
    path: '/speech-recognition/start/asr-chat/:threadId',
    access: 'member',
    budget: 'emergency',
    params: z.object({ threadId: Uuid }),
    errors: [
      'tooManyRequests',
      'thread.notFound',
      'thread.blocked',
      'radio.notRunning',
      'alert.notFound',
      'alert.alreadyResolved',
    ],
    status: 201,
    isRepeatable: true,
    reply: RadioChat,
    summary:
      'Start the radio chat of a thread. A running one is returned with 200. It ends when its last member leaves, after a minute without members, or after ten minutes without a transmission.',
  },
  joinAlert: {
    method: 'POST',
    path: '/alerts/:id/radio',
    access: 'member',
    params: IdParams,
    errors: [
      'tooManyRequests',
      'forbidden',
      'alert.notFound',
      'alert.alreadyResolved',
      'thread.notFound',
      'thread.blocked',
      'thread.tooManyMembers',
      'radio.notRunning',
    ],
    status: 201,
    isRepeatable: true,
    reply: RadioChat,
    summary:
      'Join the radio channel of an active alert: for its readers with a session. Its radio chat is started; a running one is returned with 200. It ends with the resolution of the alert.',
  },
  alert: {
    method: 'GET',
    path: '/alerts/:id/radio',
    access: 'member',
    params: IdParams,
    errors: ['forbidden', 'alert.notFound'],
    reply: AlertRadio,
    summary: 'Whether the radio chat of an alert runs, and how many users are in it: for its readers with a session.',
  },
  live: {
    method: 'GET',
    path: '/message-threads/:id/asr-chat/live',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound'],
    reply: z.object({
      /** null: no radio chat runs. */
      radioChat: RadioChat.nullable(),
      endedChat,
      floor: RadioFloor.nullable(),
      /** The latest messages of the running radio chat, oldest first. */
      messages: z.array(Message),
      removedSeq,
    }),
    summary: 'The running radio chat of a thread with its floor and messages.',
  },
  history: {
    method: 'GET',
    path: '/message-threads/:id/asr-chat/history',
    access: 'member',
    params: IdParams,
    query: MessagePageQuery,
    errors: ['thread.notFound'],
    /** `nextCursor` is the `before` or the `after` of the next page, as for chat messages. */
    reply: listOf(Message).extend({ removedSeq }),
    summary: 'Radio messages of a thread, oldest first. Each has its recording.',
  },
  shareLocation: {
    method: 'PUT',
    path: '/message-threads/members/asr-chat/location',
    access: 'member',
    body: Location.extend({ messageThreadId: Uuid, accuracy: Location.shape.accuracy.default(null) }),
    errors: ['tooManyRequests', 'thread.notFound', 'thread.blocked', 'radio.notRunning', 'radio.notJoined'],
    reply: z.object({ isShared: z.boolean() }),
    summary:
      'Send the user’s own location to the members of the running radio chat: for its members. It is not stored if the sharing mode of the user is never.',
  },
  locations: {
    method: 'GET',
    path: '/message-threads/:id/members/asr-chat/locations',
    access: 'member',
    params: IdParams,
    errors: ['thread.notFound', 'thread.blocked', 'radio.notRunning', 'radio.notJoined'],
    reply: listOf(RadioLocation),
    summary: 'The locations of the other members of the running radio chat: for its members.',
  },
})
