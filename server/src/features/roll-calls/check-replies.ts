import type { NewAnswer, RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'
import { AppError } from '#/http/errors.ts'

type Reply = NonNullable<NewAnswer['replies']>[number]

/**
 * Returns one reply for each question; null where there is none.
 * @throws rollCall.notAnOption (400) for more replies than questions, and for a reply of another kind than its question
 */
export function checkReplies(questions: readonly RollCallQuestion[], replies: readonly Reply[]): Reply[] {
  if (replies.length > questions.length) throw new AppError('rollCall.notAnOption')
  return questions.map((question, index) => {
    const reply = replies[index] ?? null
    if (reply !== null && !fits(question, reply)) throw new AppError('rollCall.notAnOption')
    return reply
  })
}

function fits(question: RollCallQuestion, reply: number | string): boolean {
  if (question.kind === 'number') return typeof reply === 'number'
  return typeof reply === 'string' && (question.kind === 'text' || question.options.includes(reply))
}
