import { IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { accuracyText, locationOf, offsetOf } from '../../features/alerts/alert-texts.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import css from './alarm-location.module.css'

/** The distance and direction of an alert from the user, or its coordinates, and the accuracy. */
export function AlarmLocation({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const me = useOwnLocation()
  const location = locationOf(alert)
  if (!location) {
    return (
      <p className={css.location}>
        <IconMapPinOff size={20} stroke={2} aria-hidden="true" />
        {text('alerts.alarm.noLocation')}
      </p>
    )
  }
  const offset = me && offsetOf(me, location, text)
  const accuracy = accuracyText(alert.accuracy, text)
  return (
    <p className={css.location}>
      <IconMapPin size={20} stroke={2} aria-hidden="true" />
      {me ? (
        <>
          <b>{offset ? offset.distance : text('alerts.here')}</b>
          {offset?.direction}
        </>
      ) : (
        <span className="num">{`${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`}</span>
      )}
      {accuracy && (
        <>
          <span aria-hidden="true">·</span>
          <span>{accuracy}</span>
        </>
      )}
    </p>
  )
}
