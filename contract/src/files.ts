import { z } from 'zod'
import { Uuid } from './define.ts'
import { LANGUAGES } from './i18n.ts'

/** The text of a voice note. */
export const Transcript = z
  .object({
    /** The language of the speaker's interface, in which the recording is recognised. */
    language: z.enum(LANGUAGES),
    /** `pending`: it follows. `unavailable`: no recogniser for the language, or the recording cannot be read. */
    state: z.enum(['pending', 'complete', 'unavailable']),
    /** Empty if no words were recognised, and unless `complete`. */
    text: z.string(),
    /** false: the draft of a machine. true: the speaker has corrected it. */
    isCorrected: z.boolean(),
  })
  .meta({ id: 'Transcript' })
export type Transcript = z.infer<typeof Transcript>

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
  /** Only of voice notes in messages and alerts. */
  transcript: Transcript.optional(),
})
export type Media = z.infer<typeof Media>
