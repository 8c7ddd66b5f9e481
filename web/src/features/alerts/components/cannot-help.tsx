import { IconCheck, IconHandStop } from '@tabler/icons-react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/i18n.ts'
import { useAnswerAlert } from '../alerts.changes.ts'
import { mayOn } from '../facts.ts'
import { useReader } from '../../../platform/reader.ts'
import css from './ledger-card.module.css'

/** The other answer; it stands with the ledger, so that the one that helps has the bar. */
export function CannotHelp({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const reader = useReader()
  const { mutate, isPending } = useAnswerAlert(alert.id)
  if (alert.resolvedAt !== null || !mayOn(reader, 'alert:answer', alert)) return null
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
