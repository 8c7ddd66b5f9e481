import { z } from 'zod'
import { Uuid } from './define.ts'

/** A stored file as its readers see it. `type` is read from the bytes, never from the sender. */
export const Media = z.object({
  id: Uuid,
  /** MIME type. */
  type: z.string(),
  /** Address on this origin; needs the right to see what the file hangs on. */
  mediaUrl: z.string(),
  /** A smaller picture (webp, at most 640 px); null where there is none. */
  previewUrl: z.string().nullable(),
  /** Pixels of an image, so that the page keeps its room; null for other kinds. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Bytes. */
  size: z.int(),
  /** The name it had on the sender's device, made harmless; for showing and for downloads. */
  previewName: z.string(),
})
export type Media = z.infer<typeof Media>
