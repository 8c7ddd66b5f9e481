import { useEffect, useEffectEvent } from 'react'
import { isMessageKey, useText } from '../../../platform/i18n.ts'
import css from './call-page.module.css'

interface Props {
  outcome: 'busy' | 'rejected' | 'missed' | 'unreachable' | 'ended' | 'lost'
  /** Error code of the server, whose text says more than the outcome. */
  code: string | null
  onBack: () => void
}

/** Milliseconds for which the outcome is shown before the page goes back. */
const BACK_MS = 3_000

/** The outcome of a call. The page then goes back (specification, section 4). */
export function CallOutcome({ outcome, code, onBack }: Props) {
  const text = useText()
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const timer = setTimeout(() => back(), BACK_MS)
    return () => clearTimeout(timer)
  }, [])
  const errorKey = `error.${code}`
  return (
    <div className={css.notice}>
      <p role="status">{text(code !== null && isMessageKey(errorKey) ? errorKey : `calls.outcome.${outcome}`)}</p>
      <button type="button" className={css.back} onClick={onBack}>
        {text('calls.back')}
      </button>
    </div>
  )
}
