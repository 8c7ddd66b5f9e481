import { z } from 'zod'
import { defineRoutes, listOf, Uuid, wholeText } from '../define.ts'
import type { Media } from '../files.ts'
import { Message } from './messaging.http.ts'

/** `picture`: pictures and videos. `file`: all other files. `link`: web addresses in texts. */
export const ThreadMediaKind = z.enum(['picture', 'file', 'link'], 'common.wrongType')
export type ThreadMediaKind = z.infer<typeof ThreadMediaKind>

/** Whether a file is among the pictures and videos of a thread. A picture that no browser shows is among the files. */
export const isPictureOrVideo = ({ type, previewUrl }: Pick<Media, 'type' | 'previewUrl'>): boolean =>
  type.startsWith('video/') || (type.startsWith('image/') && previewUrl !== null)

export const threadMediaRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/message-threads/:id/media',
    access: 'member',
    params: z.object({ id: Uuid }),
    /** `before`: the `nextCursor` of the page before, a seq. */
    query: z.object({ kind: ThreadMediaKind, before: wholeText({ min: 1 }).optional() }),
    errors: ['thread.notFound', 'tooManyRequests'],
    reply: listOf(Message),
    summary:
      'The chat messages of a thread that have pictures, files or links, newest first. A page may be short or empty although `nextCursor` is set.',
  },
})
