import { z } from 'zod'
import { Uuid } from '../define.ts'

/** Max mentions in a message. */
export const MENTIONS_MAX = 50

/** The characters that begin a mention. Japanese input methods type the second one. */
export const MENTION_MARKS: readonly string[] = ['@', '＠']

/** A person is mentioned by a range of the text, which includes the `@`. */
export const Mention = z.object({
  /** null: `@all`, everyone in the group. */
  userId: Uuid.nullable(),
  /** UTF-16 units before the range. */
  start: z.int('common.wrongType').nonnegative('common.wrongType'),
  /** UTF-16 units of the range. */
  length: z.int('common.wrongType').positive('common.wrongType'),
})
export type Mention = z.infer<typeof Mention>

function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The mentions of a sent message. A form has them as JSON. */
export const MentionsField = z.preprocess(
  parsedJson,
  z.array(Mention, 'common.wrongType').max(MENTIONS_MAX, 'common.wrongType').optional(),
)

/** Returns the mentions that are ranges of the text, in their order, without those that overlap an earlier one. */
export function validMentions(text: string, mentions: readonly Mention[]): Mention[] {
  let end = 0
  return mentions
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, length }) => {
      const isValid = start >= end && start + length <= text.length && MENTION_MARKS.includes(text.charAt(start))
      if (isValid) end = start + length
      return isValid
    })
}

/** Whether a message mentions a member of its group. */
export const mentions = (message: { readonly mentions?: readonly Mention[] | undefined }, memberId: string): boolean =>
  message.mentions?.some(({ userId }) => userId === null || userId === memberId) ?? false
