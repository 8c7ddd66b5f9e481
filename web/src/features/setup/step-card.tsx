import { Button } from '@mantine/core'
import { IconCheck, IconQuestionMark } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SetupStep, StepState } from '@noroshi/contract/setup/setup.http'
import { useText } from '../../platform/language/i18n.ts'
import { useChangeSetup } from './setup.queries.ts'
import css from './setup.module.css'

/** Steps that some units need not do: an administrator can leave them as they are. */
const CONFIRMABLE: readonly SetupStep[] = ['map', 'devices', 'administrators']

interface StepCardProps {
  step: SetupStep
  state: StepState
  /** It is the first step that is not done. */
  isNext: boolean
  /** What the data shows. */
  found: ReactNode
  /** The buttons that mend what is missing, the best first. */
  children?: ReactNode
}

/** A step of the guide: its purpose, its state, and the buttons that complete it. */
export function StepCard({ step, state, isNext, found, children }: StepCardProps) {
  const text = useText()
  const { mutate, isPending } = useChangeSetup()
  const item = text(`setup.${step}`)
  return (
    <li id={step} className={css.step} data-state={state} aria-current={isNext ? 'step' : undefined}>
      <span className={css.mark} role="img" aria-label={text(`setup.state.${state}`)}>
        {(state === 'done' || state === 'confirmed') && <IconCheck size={18} stroke={2.5} aria-hidden="true" />}
        {state === 'unknown' && <IconQuestionMark size={18} stroke={2.5} aria-hidden="true" />}
      </span>
      <div className={css.text}>
        <h2>{item}</h2>
        <p>{text(`setup.${step}.why`)}</p>
        <div className={css.found}>{found}</div>
        <div className={css.actions}>
          {children}
          {CONFIRMABLE.includes(step) && (state === 'open' || state === 'unknown') && (
            <Button
              variant="subtle"
              disabled={isPending}
              aria-label={text('setup.confirmOf', { item })}
              onClick={() => mutate({ confirmed: [step] })}
            >
              {text('setup.confirm')}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
