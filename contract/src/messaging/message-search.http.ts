import { z } from 'zod'
import { defineRoutes, listOf, Uuid } from '../define.ts'
import { MESSAGE_SEARCH_MAX } from '../limits.ts'
import { Message } from './messaging.http.ts'

/** What a message contains besides its text: a file of this kind, or a web address in the text. */
export const MediaKind = z.enum(['picture', 'video', 'voice', 'file', 'link'], 'common.wrongType')
export type MediaKind = z.infer<typeof MediaKind>

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** The id of the last message of a page, as search.service.ts of the server writes it, or its seq in one thread. */
const Cursor = z.string().regex(new RegExp(`^(\\d{1,15}|(folded:)?${uuid}(:${uuid})?)$`, 'i'), 'common.invalidId')

const Time = z.iso.datetime('common.wrongType')

/** The words and the filters of a search in messages. All given conditions must be true. */
export const MessageSearchQuery = z
  .object({
    /** May be empty in one thread only, to list the messages that the filters find. */
    text: z.string('common.required').trim().max(MESSAGE_SEARCH_MAX, 'common.tooLong').default(''),
    /** Searches this thread only. Its messages come newest first, with those that have the words in another form. */
    threadId: Uuid.optional(),
    senderId: Uuid.optional(),
    /** The first time. */
    from: Time.optional(),
    /** The time after the last one. */
    to: Time.optional(),
    media: MediaKind.optional(),
    cursor: Cursor.optional(),
  })
  .refine(({ text, threadId }) => text !== '' || threadId !== undefined, { path: ['text'], error: 'common.required' })
  .refine(({ cursor, threadId }) => cursor === undefined || /^\d+$/.test(cursor) === (threadId !== undefined), {
    path: ['cursor'],
    error: 'common.invalidId',
  })

export const messageSearchRoutes = defineRoutes({
  search: {
    method: 'GET',
    path: '/messages/search',
    access: 'member',
    query: MessageSearchQuery,
    errors: ['tooManyRequests', 'thread.notFound'],
    reply: listOf(
      z.object({
        message: Message,
        /** The name of the group or of the other user. */
        threadName: z.string(),
      }),
    ),
    summary:
      'Search chat messages and the transcripts of their voice notes in the user’s own threads, newest first: those that contain the words as typed except for width and case, then those that contain them in another kana, without accents or with other forms of kanji. In one thread, all of them newest first. A page may be short or empty although `nextCursor` is set.',
  },
})
