import { IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { AlertsMap } from '../features/alerts/components/alerts-map.tsx'
import { accuracyText, alertMarker, locationOf, offsetOf } from '../features/alerts/alert-texts.ts'
import { useOwnLocation } from '../platform/own-location.ts'
import { useText } from '../platform/i18n.ts'
import css from './alarm-map.module.css'

/** Fallback without a map: shows the coordinates as text. */
export function AlarmMapFallback({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const location = locationOf(alert)
  const figures = location && `${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`
  return (
    <p className={css.noMap}>
      <IconMapPin size={24} stroke={2} aria-hidden="true" />
      {figures ? [figures, accuracyText(alert.accuracy, text)].filter(Boolean).join(', ') : text('alerts.alarm.noLocation')}
    </p>
  )
}

/** The map of an alert, with the distance and direction from the user. */
export function AlarmMap({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const me = useOwnLocation()
  const { latitude, longitude } = alert
  const location = useMemo(() => locationOf({ latitude, longitude }), [latitude, longitude])
  const markers = useMemo(() => [alertMarker(alert, text)].filter((marker) => marker !== null), [alert, text])
  const shown = useMemo(() => (location && me ? [location, me] : undefined), [location, me])
  if (!location) {
    return (
      <p className={css.noMap}>
        <IconMapPinOff size={24} stroke={2} aria-hidden="true" />
        {text('alerts.alarm.noLocation')}
      </p>
    )
  }
  const offset = me && offsetOf(me, location, text)
  const accuracy = accuracyText(alert.accuracy, text)
  return (
    <div className={css.map}>
      <AlertsMap name={text('alerts.map.alert')} unit={unit} alerts={markers} center={location} fitTo={shown} isAlarm compact>
        {(me || accuracy) && (
          <p className={css.location}>
            <IconMapPin size={20} stroke={2} aria-hidden="true" />
            {me && <b>{offset ? offset.distance : text('alerts.here')}</b>}
            {offset?.direction}
            {me && accuracy && <span aria-hidden="true">·</span>}
            {accuracy && <span>{accuracy}</span>}
          </p>
        )}
      </AlertsMap>
    </div>
  )
}
