import { z } from 'zod'

/** A post as the outbox stores it. */
export const NewPost = z.object({
  feedId: z.string(),
  text: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export type NewPost = z.infer<typeof NewPost>

export const NewLike = z.object({ feedId: z.string(), postId: z.string(), isLiked: z.boolean() })
export type NewLike = z.infer<typeof NewLike>
