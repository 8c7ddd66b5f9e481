import { z } from 'zod'
import type { RollCallAnswer, RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'
import { draftKey, readDraft, writeDraft } from '../../platform/forms/drafts.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { isReply, repliesOf, valuesOf } from './reply-values.ts'

const Values = z.object({
  note: z.string(),
  place: z.string(),
  companions: z.string(),
  stayingAt: z.string(),
  /** One text for each own question. */
  replies: z.array(z.string()).readonly(),
})
/** The texts of the fields of an answer. */
export type DetailValues = Readonly<z.infer<typeof Values>>

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

const keyOf = (rollCallId: string) => draftKey(sessionUserId(), 'rollCall', rollCallId)

/** Returns the details that the user typed and has not sent; null: none. They are stored until the sign-out. */
export function unsentDetails({ id, questions }: { readonly id: string; readonly questions: readonly RollCallQuestion[] }) {
  const stored = readDraft(keyOf(id))
  if (stored === '') return null
  const { data } = Values.safeParse(parsed(stored))
  return data?.replies.length === questions.length ? data : null
}

/** Stores typed details; null removes them. */
export const keepDetails = (rollCallId: string, values: DetailValues | null) =>
  writeDraft(keyOf(rollCallId), values === null ? '' : JSON.stringify(values))

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}
