import { z } from 'zod'

/** A new comment as the outbox stores it. The service worker imports only the type, so nothing of a page is here. */
export const NewComment = z.object({ postId: z.string(), text: z.string() })
export type NewComment = z.infer<typeof NewComment>
