import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { hashOfBody } from '#/db/command.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { newState } from './answer.service.ts'
import { openRollCallsOf } from './desk-states.sql.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'

interface DependantAnswer {
  readonly dependantId: string
  readonly guardianId: string
  /** The guardian or a relative of the guardian. */
  readonly saidBy: string
  readonly state: PersonState
  readonly clientId: string
  readonly ageMs?: number | undefined
}

/**
 * Answers all open roll-calls that ask about a dependant and were asked before the answer was given: real
 * ones, or drills if only they ask.
 * @throws rollCall.notAsked (404): none asks; rollCall.tooManyAnswers, conflict (409)
 */
export async function answerForDependant(deps: Deps, writes: RollCallWrites, answer: DependantAnswer): Promise<void> {
  const { dependantId, guardianId, saidBy, state, clientId, ageMs = 0 } = answer
  const asked = await openRollCallsOf(deps.db, [dependantId], new Date(deps.now().getTime() - ageMs))
  if (asked.length === 0) throw new AppError('rollCall.notAsked')
  const real = asked.filter(({ is_drill: isDrill }) => !isDrill)
  const sayer = { personId: dependantId, guardianId, saidBy, source: 'proxy', proxiesMax: null } as const
  await Promise.all(
    (real.length > 0 ? real : asked).map(({ roll_call_id: id }) =>
      writes
        .answer(newState(deps, { id, questions: [] }, { state, clientId: idOf(clientId, id), ageMs }, sayer))
        .catch((error: unknown) => {
          // It ended meanwhile.
          if (!(error instanceof AppError) || error.code !== 'rollCall.closed') throw error
        }),
    ),
  )
}

/** Returns the client id of an answer to one of several roll-calls, the same for a repetition. */
function idOf(clientId: string, rollCallId: string): string {
  const hex = hashOfBody({ clientId, rollCallId }).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
