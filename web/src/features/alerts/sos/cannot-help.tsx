import { IconCheck, IconClock, IconHandStop } from '@tabler/icons-react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { canOnAlert } from '../ability-facts.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { answerAlert, useUnsentAnswer } from '../unsent-answers.ts'
import css from '../components/ledger-card.module.css'

/** The button 'Cannot help'. It is in the ledger, so that the bar is free for 'Responding'. */
export function CannotHelp({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const reader = useCurrentUser()
  const unsent = useUnsentAnswer(alert.id)
  if (alert.resolvedAt !== null || !canOnAlert(reader, 'alert:answer', alert)) return null
  const isUnsent = unsent?.payload.answer === 'cannotHelp'
  const isChosen = isUnsent || (!unsent && alert.viewer.answer === 'cannotHelp')
  const Icon = isUnsent ? IconClock : isChosen ? IconCheck : IconHandStop
  return (
    <button
      type="button"
      className={css.answer}
      aria-pressed={isChosen}
      aria-busy={isUnsent && unsent.state !== 'waiting'}
      onClick={() => isChosen || void answerAlert(alert.id, 'cannotHelp')}
    >
      <Icon size={20} stroke={2} aria-hidden="true" />
      {text(isUnsent ? 'alerts.cannotHelp' : isChosen ? 'alerts.cannotHelpOn' : 'alerts.cannotHelp')}
      {isUnsent && unsent.state === 'waiting' && <span role="status">{text('outbox.waiting')}</span>}
    </button>
  )
}
