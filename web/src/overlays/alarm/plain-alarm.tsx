import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { raiserName, summaryOf } from '../../features/alerts/alert-texts.ts'
import type { Alarms } from '../../features/alerts/use-alarms.ts'
import { useText } from '../../platform/language/i18n.ts'
import { TopSlot } from '../../ui/dialogs/top-slot.tsx'
import css from './alarm-overlay.module.css'

interface Props {
  alert: AlertForViewer
  alarms: Alarms
  onDetails: (alert: AlertForViewer) => void
}

/** The alarm without its dialog, after a render error: the raiser, a text and a link to the alert. */
export function PlainAlarm({ alert, alarms, onDetails }: Props) {
  const text = useText()
  return (
    <section role="alertdialog" aria-labelledby="plain-alarm" className={css.plain}>
      <TopSlot />
      <h1 id="plain-alarm">{text(alert.isDrill ? 'alerts.drill.title' : 'alerts.alarm.title')}</h1>
      <p>
        <b translate={alert.raisedBy === null ? undefined : 'no'}>{raiserName(alert, text)}</b> {summaryOf(alert, text)}
      </p>
      <button type="button" onClick={() => onDetails(alert)}>
        {text('alerts.alarm.details')}
      </button>
      <button type="button" aria-disabled={!alarms.sounds} onClick={alarms.stopSound}>
        {text(alarms.sounds ? 'alerts.alarm.stopSound' : 'alerts.alarm.soundStopped')}
      </button>
    </section>
  )
}
