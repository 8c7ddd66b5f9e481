import { z } from 'zod'

/** A draft as the outbox stores it. */
export const NewDraft = z.object({
  pageId: z.string(),
  /** Rich text as a JSON string. */
  content: z.string(),
  /** The published content that the draft is based on. With it, the user can continue a refused draft. */
  base: z.object({ revision: z.int(), content: z.string() }),
})
export type NewDraft = z.infer<typeof NewDraft>
