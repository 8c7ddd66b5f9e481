import { IconBandage, IconCircleCheck, IconLifebuoy } from '@tabler/icons-react'
import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import css from './state-buttons.module.css'

const STATES = [
  ['safe', IconCircleCheck],
  ['injured', IconBandage],
  ['needHelp', IconLifebuoy],
] as const

interface Props {
  /** The answer that is being sent. */
  busy?: PersonState | null
  /** The answer that is known. */
  current?: PersonState | undefined
  /** Names the group; by default the question to the user. */
  label?: string
  /** The buttons are small and in one row. */
  isCompact?: boolean
  /** The buttons ignore clicks. */
  isGuarded?: boolean
  onAnswer: (state: PersonState) => void
}

/** The three answers. One press answers. */
export function StateButtons({ busy = null, current, label, isCompact = false, isGuarded = false, onAnswer }: Props) {
  const text = useText()
  return (
    <div
      className={`${css.answers} ${isCompact ? css.compact : ''}`}
      role="group"
      aria-label={label ?? text('rollCalls.question')}
    >
      {STATES.map(([state, Icon]) => (
        <button
          key={state}
          type="button"
          data-state={state}
          aria-pressed={current === undefined ? undefined : current === state}
          aria-busy={busy === state}
          aria-disabled={isGuarded || busy !== null || undefined}
          onClick={() => isGuarded || busy !== null || onAnswer(state)}
        >
          <Icon size={isCompact ? 20 : 30} stroke={2} aria-hidden="true" />
          {text(`rollCalls.state.${state}`)}
        </button>
      ))}
    </div>
  )
}
