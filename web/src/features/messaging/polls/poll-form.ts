import { NewPoll, POLL_OPTIONS_MIN, toOptionText } from '@noroshi/contract/messaging/polls'
import { toBodyText } from '@noroshi/contract/text/visible-text'
import { text } from '../../../platform/language/i18n.ts'

/** The values of the fields. */
export interface PollValues {
  question: string
  options: string[]
  isMultiple: boolean
  /** The value of a `datetime-local` field in the time zone of this device; '' means no end. */
  closesAt: string
}

/** Returns the error texts of a poll by field. Empty options are left out. @param now milliseconds of the server's clock */
export function errorsOfPoll({ question, options, closesAt }: PollValues, now: number): Record<string, string> {
  const errors: Record<string, string> = {}
  if (toBodyText(question) === '') errors['question'] = text('messages.poll.questionEmpty')
  const written = options.map(toOptionText)
  if (written.filter((option) => option !== '').length < POLL_OPTIONS_MIN)
    errors[`options.${written.indexOf('')}`] = text('messages.poll.tooFewOptions')
  for (const [index, option] of written.entries())
    if (option !== '' && written.indexOf(option) < index) errors[`options.${index}`] = text('messages.poll.sameOption')
  if (closesAt !== '' && !(Date.parse(closesAt) > now)) errors['closesAt'] = text('messages.poll.closesInPast')
  return errors
}

/** Returns the question and the poll of valid values. */
export const pollOf = ({ question, options, isMultiple, closesAt }: PollValues): { question: string; poll: NewPoll } => ({
  question: toBodyText(question),
  poll: NewPoll.parse({
    options: options.filter((option) => toOptionText(option) !== ''),
    isMultiple,
    closesAt: closesAt === '' ? null : new Date(closesAt).toISOString(),
  }),
})
