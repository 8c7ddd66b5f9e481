import { z } from 'zod'
import { Uuid } from './define.ts'

/** A stored file. `type` is detected from the bytes; the type that the sender declares is ignored. */
export const Media = z.object({
  id: Uuid,
  /** MIME type. */
  type: z.string(),
  /** Address on this origin. A request needs the right to open the message, post or alert that the file belongs to. */
  mediaUrl: z.string(),
  /** A smaller picture (webp, at most 640 px); null if the file has none. */
  previewUrl: z.string().nullable(),
  /** Pixels of an image, so that the page can reserve its space; null for other types. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Bytes. */
  size: z.int(),
  /** The sanitised file name from the sender's device, for display and downloads. */
  previewName: z.string(),
})
export type Media = z.infer<typeof Media>
