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
  /** The id of a place; '' without one. */
  placeId: z.string(),
  /** One text for each own question. */
  replies: z.array(z.string()).readonly(),
})
/** The texts of the fields of an answer. */
export type DetailValues = Readonly<z.infer<typeof Values>>

type Text = string | undefined
/** What an answer says, as far as it does. */
type Known = { readonly [Name in keyof Omit<DetailValues, 'replies' | 'placeId'>]?: Text } & {
  readonly chosenPlace?: RollCallAnswer['chosenPlace'] | undefined
  /** As an unsent answer has it. */
  readonly placeId?: string | null | undefined
  readonly replies?: RollCallAnswer['replies'] | undefined
}

/** Returns the fields with what a known answer says. */
export const detailsOf = (questions: readonly RollCallQuestion[], answer: Known | null): DetailValues => ({
  note: answer?.note ?? '',
  place: answer?.place ?? '',
  companions: answer?.companions ?? '',
  stayingAt: answer?.stayingAt ?? '',
  placeId: (answer?.placeId === undefined ? answer?.chosenPlace?.id : answer.placeId) ?? '',
  replies: valuesOf(questions, answer?.replies),
})

export const areValid = (questions: readonly RollCallQuestion[], { replies }: DetailValues): boolean =>
  questions.every((question, index) => isReply(question, replies[index] ?? ''))

/** Returns the fields as they are sent. */
export const sentDetails = (questions: readonly RollCallQuestion[], { replies, placeId, ...texts }: DetailValues) => ({
  ...texts,
  placeId: placeId === '' ? null : placeId,
  replies: repliesOf(questions, replies),
})

/** Returns those fields as they are sent that differ from the fields before. The others stay as the server has them. */
export function changedDetails(questions: readonly RollCallQuestion[], before: DetailValues, values: DetailValues) {
  const [was, is] = [sentDetails(questions, before), sentDetails(questions, values)]
  const names = ['note', 'place', 'companions', 'stayingAt', 'placeId', 'replies'] as const
  const isChanged = (name: (typeof names)[number]) => JSON.stringify(was[name]) !== JSON.stringify(is[name])
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, is[name]])) as Partial<typeof is> // its own fields
}

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
