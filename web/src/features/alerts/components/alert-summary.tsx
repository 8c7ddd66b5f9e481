import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { locationOf, offsetOf, raiserName, summaryOf } from '../alert-texts.ts'
import css from './alert-summary.module.css'

/** Names an alert in a question about it: who, what and where. */
export function AlertSummary({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const me = useOwnLocation()
  const location = locationOf(alert)
  const offset = me && location && offsetOf(me, location, text)
  const coordinates = location && `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`
  const where = me && location ? (offset ? text('map.away', offset) : text('alerts.here')) : coordinates
  return (
    <div className={css.summary}>
      <p>
        <b translate={alert.raisedBy === null ? undefined : 'no'}>{raiserName(alert, text)}</b>
      </p>
      <p>{summaryOf(alert, text)}</p>
      <p className={css.where}>{where ?? text('alerts.none.location')}</p>
    </div>
  )
}
