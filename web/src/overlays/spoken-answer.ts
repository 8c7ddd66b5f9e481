import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { ownQuestionsOf } from '../features/roll-calls/questions-of.ts'
import { openRollCallsQuery } from '../features/roll-calls/roll-calls.queries.ts'
import { answerRollCall } from '../features/roll-calls/unsent-roll-call-answers.ts'
import { runCommand } from '../platform/commands/commands.ts'
import { paths } from '../platform/paths/paths.ts'
import { sessionUserId } from '../platform/session/session.ts'
import { toastWarning } from '../ui/states/toast.tsx'
import type { Page } from './command-actions.tsx'

/**
 * Answers the roll-call that asks the user, first one without an answer. Without one, the call for help is an SOS, and another
 * answer is refused.
 */
export async function answerBySpeech({ cache, navigate }: Page, state: PersonState): Promise<void> {
  const { items } = await cache.ensureQueryData(openRollCallsQuery)
  const asked = items.filter(({ viewer, closedAt }) => viewer.isAsked && closedAt === null)
  const rollCall = ownQuestionsOf(asked, sessionUserId() ?? '', [])[0] ?? asked[0]
  if (rollCall === undefined) {
    if (state !== 'needHelp') return toastWarning('rollCalls.spokenNone')
    await runCommand('sos.countDown', { isSpoken: true })
    return
  }
  const outcome = await answerRollCall({ rollCallId: rollCall.id, state, isSpoken: true })
  if (outcome !== 'refused') void navigate({ to: paths.rollCall, params: { rollCallId: rollCall.id } })
}
