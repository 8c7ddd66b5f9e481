import { useId } from 'react'
import type { PersonState, RollCallDependant, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { answerRollCall, useUnsentAnswerFor } from '../unsent-roll-call-answers.ts'
import css from './dependant-answers.module.css'
import { StateButtons } from './state-buttons.tsx'

interface Props {
  rollCall: RollCallForViewer
  /** The buttons ignore clicks. */
  isGuarded?: boolean
}

/** The dependants who are asked through the user. One press answers for one of them. */
export function DependantAnswers({ rollCall: { id, closedAt, viewer }, isGuarded = false }: Props) {
  const text = useText()
  const titleId = useId()
  const { dependants = [] } = viewer
  if (dependants.length === 0) return null
  return (
    <section className={css.part} aria-labelledby={titleId}>
      <h2 id={titleId}>{text('rollCalls.dependants')}</h2>
      <ul className={css.rows}>
        {dependants.map((dependant) => (
          <li key={dependant.id}>
            <Dependant rollCallId={id} dependant={dependant} isOpen={closedAt === null} isGuarded={isGuarded} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DependantProps {
  rollCallId: string
  dependant: RollCallDependant
  isOpen: boolean
  isGuarded: boolean
}

function Dependant({ rollCallId, dependant: { id, name, answer }, isOpen, isGuarded }: DependantProps) {
  const text = useText()
  const unsent = useUnsentAnswerFor(rollCallId, id)
  const state = unsent?.payload.state ?? answer?.state
  const said = text(`rollCalls.state.${state ?? 'silent'}`)
  const send = (next: PersonState) => void answerRollCall({ rollCallId, personId: id, state: next })
  return (
    <>
      <span>
        <b translate="no">{name}</b>{' '}
        <output>{unsent?.state === 'waiting' ? text('rollCalls.answerUnsent', { state: said }) : said}</output>
      </span>
      {isOpen && (
        <StateButtons
          isCompact
          label={text('rollCalls.dependantQuestion', { name })}
          current={state}
          busy={unsent?.state === 'sending' ? unsent.payload.state : null}
          isGuarded={isGuarded}
          onAnswer={send}
        />
      )}
    </>
  )
}
