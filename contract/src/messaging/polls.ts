import { z } from 'zod'
import { Timestamp, Uuid } from '../define.ts'
import { toBodyText } from '../text/visible-text.ts'

export const POLL_OPTIONS_MIN = 2
export const POLL_OPTIONS_MAX = 10
/** Characters of an option. */
export const POLL_OPTION_MAX = 100
/** Votes that a poll lists over all of its options. All of them have a route of their own. */
export const POLL_VOTES_LISTED_MAX = 200

/** Returns the text of an option as it is stored: in one line. */
export const toOptionText = (text: string): string => toBodyText(text).replaceAll(/\s+/g, ' ')

const OptionText = z
  .string('common.wrongType')
  .overwrite(toOptionText)
  .min(1, 'messages.poll.optionEmpty')
  .max(POLL_OPTION_MAX, 'common.tooLong')

/** The poll of a message that is sent to a group. The text of the message is its question. */
export const NewPoll = z.object({
  options: z
    .array(OptionText, 'common.wrongType')
    .min(POLL_OPTIONS_MIN, 'messages.poll.tooFewOptions')
    .max(POLL_OPTIONS_MAX, 'common.wrongType')
    .refine((options) => new Set(options).size === options.length, 'messages.poll.sameOption'),
  /** Each member may choose several options. */
  isMultiple: z.boolean('common.wrongType'),
  /** The server accepts no votes from this time on; null: until the poll is closed. */
  closesAt: Timestamp.nullable(),
})
export type NewPoll = z.infer<typeof NewPoll>

export const PollOption = z.object({
  /** Its position in the poll. */
  id: z.int().nonnegative(),
  text: z.string(),
  count: z.int().nonnegative(),
  /** Who voted for it, the earliest first; at most {@link POLL_VOTES_LISTED_MAX} over all options. A voter is in all or none. */
  voterIds: z.array(Uuid),
})
export type PollOption = z.infer<typeof PollOption>

export const Poll = z.object({
  options: z.array(PollOption),
  isMultiple: z.boolean(),
  closesAt: Timestamp.nullable(),
  /** When its author or an admin of the group closed it. */
  closedAt: Timestamp.nullable(),
  voterCount: z.int().nonnegative(),
})
export type Poll = z.infer<typeof Poll>

/** Whether a poll accepts votes. @param now milliseconds of the server's clock */
export const isPollOpen = ({ closesAt, closedAt }: Pick<Poll, 'closesAt' | 'closedAt'>, now: number): boolean =>
  closedAt === null && (closesAt === null || now < Date.parse(closesAt))
