import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { ALERT_KINDS, ALERT_SEVERITIES } from '@noroshi/contract/alerts/handling'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceChips } from './choice-chips.tsx'
import { useClassify } from './handling.changes.ts'

/** The kind and the severity of an alert, each set by one press. */
export function Classification({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const { mutate, variables, isPending } = useClassify(alert.id)
  // Until the reply arrives, the pressed option is shown.
  const shown = { kind: null, severity: null, ...alert.handling, ...(isPending && variables) }
  const isRaiser = alert.viewer.isRaiser || alert.viewer.holdsToken
  return (
    <>
      <ChoiceChips
        label={text(isRaiser ? 'alerts.kind.question' : 'alerts.kind')}
        options={ALERT_KINDS.map((value) => ({ value, label: text(`alerts.kind.${value}`) }))}
        value={shown.kind ?? null}
        onChange={(kind) => mutate({ kind })}
      />
      <ChoiceChips
        label={text('alerts.severity')}
        options={ALERT_SEVERITIES.map((value) => ({ value, label: text(`alerts.severity.${value}`) }))}
        value={shown.severity ?? null}
        onChange={(severity) => mutate({ severity })}
      />
    </>
  )
}
