import type { FamilyDependant } from '@noroshi/contract/families/families.http'
import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { useAnswerForDependant } from '../../features/families/families.changes.ts'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { StateButtons } from '../../features/roll-calls/components/state-buttons.tsx'
import { newId } from '../../platform/ids.ts'
import { useText } from '../../platform/language/i18n.ts'
import { Tag } from '../../ui/layout/tag.tsx'
import { LastAnswer } from './last-answer.tsx'

/** Dependants with the last answers about them. While a roll-call asks, one press answers. */
export const DependantRows = ({ dependants }: { dependants: readonly FamilyDependant[] }) => (
  <ul className={css.people}>
    {dependants.map((dependant) => (
      <li key={dependant.id}>
        <Dependant dependant={dependant} />
      </li>
    ))}
  </ul>
)

function Dependant({ dependant: { id, kind, name, isAsked, isAskedByDrill = false, answer } }: { dependant: FamilyDependant }) {
  const text = useText()
  const { mutate, isPending, variables } = useAnswerForDependant()
  const send = (state: PersonState) => mutate({ id, state, clientId: newId() })
  return (
    <>
      <span className={css.person}>
        <b translate="no">{name}</b>
        <span className={css.quiet}>{text(`household.kind.${kind}`)}</span>
        <LastAnswer answer={answer} />
      </span>
      {isAsked && (
        <span className={css.person}>
          {isAskedByDrill && (
            <span className={css.tags}>
              <Tag tone="warn">{text('rollCalls.drill')}</Tag>
            </span>
          )}
          <StateButtons
            isCompact
            label={text('rollCalls.dependantQuestion', { name })}
            current={answer?.isDrill === isAskedByDrill ? answer.state : undefined}
            busy={isPending ? variables.state : null}
            onAnswer={send}
          />
        </span>
      )}
    </>
  )
}
