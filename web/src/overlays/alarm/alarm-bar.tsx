import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { locationOf, raiserName, distanceOf } from '../../features/alerts/alert-texts.ts'
import type { Alarms } from '../../features/alerts/use-alarms.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { AlarmSoundButton } from './alarm-sound-button.tsx'
import css from './alarm-bar.module.css'

/**
 * Shows alarms of other users at the bottom of the dialog of the user's own SOS. They sound, and their dialog opens
 * afterwards.
 */
export function AlarmBar({ newest, alarms }: { newest: AlertForViewer; alarms: Alarms }) {
  const text = useText()
  const me = useOwnLocation()
  const location = locationOf(newest)
  const more = alarms.alarms.length - 1
  const facts = [
    raiserName(newest, text),
    me && location && distanceOf(me, location, text),
    more > 0 && text('alerts.alarm.more', { count: more }),
  ]
  const title = text(newest.isDrill ? 'alerts.drill.title' : 'alerts.alarm.title')
  return (
    <section className={css.bar} aria-label={title}>
      <p role="status">
        <b>{title}</b>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <AlarmSoundButton alarms={alarms} />
    </section>
  )
}
