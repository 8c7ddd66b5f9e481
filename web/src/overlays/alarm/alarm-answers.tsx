import { IconHandStop, IconInfoCircle, IconRun } from '@tabler/icons-react'
import { useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import type { Alarms } from '../../features/alerts/use-alarms.ts'
import { useText } from '../../platform/language/i18n.ts'
import { toastWarning } from '../../ui/states/toast.tsx'
import css from './alarm-answers.module.css'

interface Props {
  alert: AlertForViewer
  alarms: Alarms
  /** The buttons ignore clicks. */
  isGuarded: boolean
  onDetails: (alert: AlertForViewer) => void
  onResponding: (alert: AlertForViewer) => void
}

/** The answer buttons (responding, cannot help) and the link to the alert. */
export function AlarmAnswers({ alert, alarms, isGuarded, onDetails, onResponding }: Props) {
  const text = useText()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  const sendAnswer = async (answer: 'responding' | 'cannotHelp') => {
    if (isGuarded || state === 'busy') return
    setState('busy')
    const outcome = await alarms.answer(alert.id, answer)
    if (outcome === 'refused') return setState('failed') // shown above the buttons
    if (outcome === 'waiting') toastWarning('alerts.answerWaits', {}, { description: text('outbox.waitingNote') })
    if (answer === 'responding') onResponding(alert)
  }
  return (
    <div className={css.answers}>
      {state === 'failed' && <p role="alert">{text('alerts.answerFailed')}</p>}
      <button
        type="button"
        className={css.respond}
        aria-busy={state === 'busy'}
        aria-disabled={isGuarded || undefined}
        onClick={() => void sendAnswer('responding')}
      >
        <IconRun size={28} stroke={2} aria-hidden="true" />
        {text('alerts.responding')}
      </button>
      <div className={css.pair}>
        <button type="button" aria-disabled={isGuarded || undefined} onClick={() => void sendAnswer('cannotHelp')}>
          <IconHandStop size={22} stroke={2} aria-hidden="true" />
          {text('alerts.cannotHelp')}
        </button>
        <button type="button" aria-disabled={isGuarded || undefined} onClick={() => isGuarded || onDetails(alert)}>
          <IconInfoCircle size={22} stroke={2} aria-hidden="true" />
          {text('alerts.alarm.details')}
        </button>
      </div>
    </div>
  )
}
