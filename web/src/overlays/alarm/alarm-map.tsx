import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { AlertsMap } from '../../features/alerts/components/alerts-map.tsx'
import { alertMarker, locationOf } from '../../features/alerts/alert-texts.ts'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { useText } from '../../platform/language/i18n.ts'
import css from './alarm-map.module.css'

/** The map of an alert and of the user; nothing without the location of the alert. */
export function AlarmMap({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const me = useOwnLocation()
  const { latitude, longitude } = alert
  const location = useMemo(() => locationOf({ latitude, longitude }), [latitude, longitude])
  const markers = useMemo(
    () => [alertMarker(alert, text, { isSubject: true })].filter((marker) => marker !== null),
    [alert, text],
  )
  const shown = useMemo(() => (location && me ? [location, me] : undefined), [location, me])
  if (!location) return null
  return (
    <div className={css.place}>
      <div className={css.map}>
        <AlertsMap name={text('alerts.map.alert')} unit={unit} alerts={markers} center={location} fitTo={shown} isAlarm compact />
      </div>
    </div>
  )
}
