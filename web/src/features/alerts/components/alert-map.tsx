import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { alertHref } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { useUncovered } from '../../../ui/layout/use-uncovered.ts'
import { accuracyText, activeMarkerLabel, alertMarker, locationOf } from '../alert-texts.ts'
import { entitiesQuery } from '../user-locations.ts'
import { useLocatedResponders } from '../handling/use-located-responders.ts'
import { useResponderIds } from '../handling/use-responder-ids.ts'
import { useShownResponders } from '../handling/use-shown-responders.ts'
import { useActiveAlerts } from '../alert-lists.ts'
import { AlertsMap } from './alerts-map.tsx'
import css from './map-and-more.module.css'

/**
 * A map of one alert, all other active alerts and the people who share their location. A visitor sees only the alert, and the
 * device of its raiser the responders who show themselves.
 */
export function AlertMap({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const { history } = useRouter()
  const { others, people } = useEntities(alert.id)
  const responderIds = useResponderIds(alert)
  const located = useLocatedResponders(alert, people)
  const { latitude, longitude } = alert
  const location = useMemo(() => locationOf({ latitude, longitude }), [latitude, longitude])
  const isVisitor = useCurrentUser() === null
  const shown = useShownResponders(alert)
  const markers = useMemo(
    () =>
      [...others, alertMarker(alert, text, { isSubject: true }), ...(isVisitor ? shown : [])].filter((marker) => marker !== null),
    [alert, others, text, isVisitor, shown],
  )
  const center = location ?? others[0] ?? people?.[0]
  if (!center) {
    return (
      <p className={css.nothing}>
        <IconMapPinOff size={28} stroke={1.75} aria-hidden="true" />
        {text('alerts.none.location')}
      </p>
    )
  }
  const select = ({ href }: MapMarker) => {
    if (href !== undefined) history.push(href)
  }
  const note = location ? accuracyText(alert.accuracy, text) : text('alerts.none.location')
  return (
    <AlertsMap
      name={text('alerts.map.alert')}
      unit={unit}
      alerts={markers}
      people={located}
      responderIds={responderIds}
      center={center}
      compact
      hidesHint
      onSelect={select}
    >
      {note && <p className={css.note}>{note}</p>}
    </AlertsMap>
  )
}

/** The other active alerts and the people that the reader may see. */
function useEntities(alertId: string) {
  const text = useText()
  const isSignedIn = useCurrentUser() !== null
  const { data } = useQuery({ ...entitiesQuery, enabled: isSignedIn })
  const active = useUncovered(useActiveAlerts())
  const items = isSignedIn ? data?.items : undefined
  const people = useMemo(() => items?.filter((item) => item.kind === 'user'), [items])
  const others = useMemo(() => {
    // The active alerts load in pages. Until then their markers come with the people.
    if (active) {
      return active
        .filter(({ id }) => id !== alertId)
        .map((alert) =>
          alertMarker(alert, text, { href: alertHref(alert.id, alert.alertMessageThread.MessageThreadId), isOther: true }),
        )
        .filter((marker) => marker !== null)
    }
    return (items ?? [])
      .filter((item) => item.kind === 'alert')
      .filter(({ id }) => id !== alertId)
      .map(({ id, raisedBy, raisedFor, isDrill, MessageThreadId, latitude, longitude, accuracy }): MapMarker => ({
        kind: 'alert',
        id,
        label: activeMarkerLabel({ raisedBy, raisedFor, isDrill }, text),
        isDrill,
        href: alertHref(id, MessageThreadId),
        isOther: true,
        latitude,
        longitude,
        accuracy,
      }))
  }, [active, items, alertId, text])
  return { others, people }
}
