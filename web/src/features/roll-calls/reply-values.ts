import { parseDecimal } from '@noroshi/contract/text/numbers'
import type { RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'

type Reply = string | number | null

/** Returns the texts of the fields of own questions. */
export const valuesOf = (questions: readonly RollCallQuestion[], replies: readonly Reply[] = []): readonly string[] =>
  questions.map((_, index) => String(replies[index] ?? ''))

/** Returns whether the text of a field is a reply to its question. An empty one is none. */
export const isReply = ({ kind }: RollCallQuestion, value: string): boolean =>
  kind !== 'number' || value.trim() === '' || parseDecimal(value) !== null

/** Returns the replies as they are sent. */
export const repliesOf = (questions: readonly RollCallQuestion[], values: readonly string[]): Reply[] =>
  questions.map(({ kind }, index) => {
    const value = values[index]?.trim() ?? ''
    if (value === '') return null
    return kind === 'number' ? parseDecimal(value) : value
  })
