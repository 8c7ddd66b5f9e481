import { IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { AlertsMap } from '../features/alerts/components/alerts-map.tsx'
import { alertMarker, placeOf, wayTo } from '../features/alerts/names.ts'
import { useOwnPlace } from '../platform/own-place.ts'
import { useText } from '../platform/i18n.ts'
import css from './emergency-dialog.module.css'

/** Where the map breaks: what it would have shown, in figures. */
export function BareMap({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const place = placeOf(alert)
  const figures = place && `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
  return (
    <p className={css.noMap}>
      <IconMapPin size={24} stroke={2} aria-hidden="true" />
      {figures ?? text('alerts.alarm.noPlace')}
    </p>
  )
}

/** Where it is: the map, and the way from here. */
export function AlarmMap({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const me = useOwnPlace()
  const { latitude, longitude } = alert
  const place = useMemo(() => placeOf({ latitude, longitude }), [latitude, longitude])
  const markers = useMemo(() => [alertMarker(alert, text)].filter((marker) => marker !== null), [alert, text])
  const shown = useMemo(() => (place && me ? [place, me] : undefined), [place, me])
  if (!place) {
    return (
      <p className={css.noMap}>
        <IconMapPinOff size={24} stroke={2} aria-hidden="true" />
        {text('alerts.alarm.noPlace')}
      </p>
    )
  }
  const way = me && wayTo(me, place, text)
  return (
    <div className={css.map}>
      <AlertsMap name={text('alerts.map.alert')} unit={unit} alerts={markers} center={place} fitTo={shown} isPlain compact>
        {way && (
          <p className={css.place}>
            <IconMapPin size={20} stroke={2} aria-hidden="true" />
            <b>{way.distance}</b>
            {way.direction}
          </p>
        )}
      </AlertsMap>
    </div>
  )
}
