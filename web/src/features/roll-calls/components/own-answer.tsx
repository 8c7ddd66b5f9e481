import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { PersonState, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { answerRollCall, useUnsentAnswer } from '../unsent-roll-call-answers.ts'
import { StateButtons } from './state-buttons.tsx'
import { AnswerFacts } from './answer-facts.tsx'
import { DependantAnswers } from './dependant-answers.tsx'
import css from './roll-calls.module.css'

const AnsweredDialog = lazy(() => import('./answered-dialog.tsx').then(({ AnsweredDialog: dialog }) => ({ default: dialog })))
const DetailsDialog = lazy(() => import('./details-dialog.tsx').then(({ DetailsDialog: dialog }) => ({ default: dialog })))
const HistoryDialog = lazy(() => import('./history-dialog.tsx').then(({ HistoryDialog: dialog }) => ({ default: dialog })))

/** The user's own answer on the screen of a roll-call. */
export function OwnAnswer({ rollCall }: { rollCall: RollCallForViewer }) {
  const text = useText()
  const me = useCurrentUser()
  const { id, closedAt, questions, viewer } = rollCall
  const unsent = useUnsentAnswer(id)
  const [answered, setAnswered] = useState<PersonState | null>(null)
  const [open, setOpen] = useState<'details' | 'history' | null>(null)
  const state = unsent?.payload.state ?? viewer.answer?.state
  const isOpen = closedAt === null

  const answer = async (next: PersonState) => {
    const outcome = await answerRollCall({ rollCallId: id, state: next })
    if (outcome !== 'refused') setAnswered(next)
  }
  return (
    <Card className={css.part}>
      <h2>
        {state === undefined
          ? text('rollCalls.notAnswered')
          : text('rollCalls.yourAnswer', { state: text(`rollCalls.state.${state}`) })}
      </h2>
      <output>
        {unsent?.state === 'waiting' &&
          text('rollCalls.answerUnsent', { state: text(`rollCalls.state.${unsent.payload.state}`) })}
      </output>
      {viewer.answer && !unsent && <AnswerFacts answer={viewer.answer} questions={questions} />}
      {isOpen && (
        <StateButtons
          current={state}
          busy={unsent?.state === 'sending' ? unsent.payload.state : null}
          onAnswer={(next) => void answer(next)}
        />
      )}
      <span className={css.buttons}>
        {isOpen && state !== undefined && (
          <Button variant="default" onClick={() => setOpen('details')}>
            {text('rollCalls.addDetails')}
          </Button>
        )}
        {viewer.answer && (
          <Button variant="default" onClick={() => setOpen('history')}>
            {text('rollCalls.history')}
          </Button>
        )}
      </span>
      <DependantAnswers rollCall={rollCall} />
      <Suspense>
        {answered && <AnsweredDialog rollCall={rollCall} state={answered} onClose={() => setAnswered(null)} />}
        {open === 'details' && state !== undefined && (
          <DetailsDialog rollCall={rollCall} state={state} onClose={() => setOpen(null)} />
        )}
        {open === 'history' && me && (
          <HistoryDialog rollCallId={id} personId={me.id} questions={questions} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Card>
  )
}
