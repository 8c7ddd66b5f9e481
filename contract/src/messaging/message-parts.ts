import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { Timestamp, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { LANGUAGES } from '../i18n.ts'

/** The fields that only a radio message has. The recording is its only file. */
export const RadioRecording = z.object({
  /**
   * The radio chat in which it was said; null for a recording that was sent without one. Absent in events that were
   * stored before the field existed.
   */
  radioChatId: Uuid.nullable().default(null),
  /** Milliseconds of the recording. */
  durationMs: z.int().nonnegative(),
  /** The language that the speaker chose. */
  language: z.enum(LANGUAGES),
  /**
   * The state of `text`. `pending`: the text follows by `messages:updated`. `unavailable`: no recogniser for the
   * language, or it failed.
   */
  transcription: z.enum(['pending', 'complete', 'unavailable']),
  /** false: `text` is the draft of a machine. true: the speaker has corrected it. */
  isCorrected: z.boolean(),
})
export type RadioRecording = z.infer<typeof RadioRecording>

/** A message was deleted for everyone. Its content is gone. */
export const Deletion = z.object({
  at: Timestamp,
  /** The sender, or an admin of the group. */
  by: Person,
})

/** The reactions to a message with one emoji. Each reader has at most one reaction to a message. */
export const Reaction = z.object({
  emoji: z.string(),
  count: z.int().positive(),
  /** The readers who reacted, the earliest first; at most {@link REACTIONS_LISTED_MAX} over all emoji of a message. */
  userIds: z.array(Uuid),
})
export type Reaction = z.infer<typeof Reaction>

/** What a message shows of the one that it replies to, as that one is now. */
export const Quote = z.object({
  id: Uuid,
  seq: z.int().positive(),
  SenderId: Uuid,
  sender: Person,
  /** At most {@link QUOTE_MAX} UTF-16 units, cut between characters; '' after a deletion. */
  text: z.string(),
  messageMedias: z.array(Media),
  latitude: z.number().nullable(),
  /** The version of the quoted message. */
  version: Version,
  isDeleted: z.boolean(),
})
export type Quote = z.infer<typeof Quote>
