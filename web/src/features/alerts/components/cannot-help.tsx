import { IconCheck, IconHandStop } from '@tabler/icons-react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/i18n.ts'
import { useAnswerAlert } from '../alerts.changes.ts'
import { canOnAlert } from '../ability-facts.ts'
import { useCurrentUser } from '../../../platform/current-user.ts'
import css from './ledger-card.module.css'

/** The button 'Cannot help'. It is in the ledger, so that the bar is free for 'Responding'. */
export function CannotHelp({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const reader = useCurrentUser()
  const { mutate, isPending } = useAnswerAlert(alert.id)
  if (alert.resolvedAt !== null || !canOnAlert(reader, 'alert:answer', alert)) return null
  const isChosen = alert.viewer.answer === 'cannotHelp'
  const Icon = isChosen ? IconCheck : IconHandStop
  return (
    <button
      type="button"
      className={css.answer}
      aria-pressed={isChosen}
      aria-busy={isPending}
      onClick={() => isChosen || isPending || mutate('cannotHelp')}
    >
      <Icon size={20} stroke={2} aria-hidden="true" />
      {text(isChosen ? 'alerts.cannotHelpOn' : 'alerts.cannotHelp')}
    </button>
  )
}
