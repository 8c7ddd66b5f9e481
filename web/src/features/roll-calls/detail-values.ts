import type { RollCallAnswer, RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'
import { isReply, repliesOf, valuesOf } from './reply-values.ts'

/** The texts of the fields of an answer. */
export interface DetailValues {
  readonly note: string
  readonly place: string
  readonly companions: string
  readonly stayingAt: string
  /** One text for each own question. */
  readonly replies: readonly string[]
}

type Text = string | undefined
/** What an answer says, as far as it does. */
type Known = { readonly [Name in keyof Omit<DetailValues, 'replies'>]?: Text } & {
  readonly replies?: RollCallAnswer['replies'] | undefined
}

/** Returns the fields with what a known answer says. */
export const detailsOf = (questions: readonly RollCallQuestion[], answer: Known | null): DetailValues => ({
  note: answer?.note ?? '',
  place: answer?.place ?? '',
  companions: answer?.companions ?? '',
  stayingAt: answer?.stayingAt ?? '',
  replies: valuesOf(questions, answer?.replies),
})

export const areValid = (questions: readonly RollCallQuestion[], { replies }: DetailValues): boolean =>
  questions.every((question, index) => isReply(question, replies[index] ?? ''))

/** Returns the fields as they are sent. */
export const sentDetails = (questions: readonly RollCallQuestion[], { replies, ...texts }: DetailValues) => ({
  ...texts,
  replies: repliesOf(questions, replies),
})
