import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { Text } from '../../platform/i18n.ts'
import { compassOctant, distanceMetres, distanceText, isPlace, type Place } from '../../ui/map/distance.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'

/** 'Anonymous' as a name of its own, such as in the alarm. */
export const raiserName = ({ raisedBy }: Pick<Alert, 'raisedBy'>, text: Text): string =>
  raisedBy?.fullName || text('alerts.Anonymous')

/** Words, or what stands for them: the kind of what was added first. */
export function summaryOf({ textContent, alertMedias }: Alert, text: Text): string {
  if (textContent !== '') return textContent
  const type = alertMedias[0]?.type ?? ''
  if (type.startsWith('image/')) return text('alerts.label.photo')
  if (type.startsWith('video/')) return text('alerts.label.video')
  if (type.startsWith('audio/')) return text('alerts.label.voice')
  return text(alertMedias.length > 0 ? 'alerts.label.file' : 'alerts.label.sos')
}

/** An alert's place, if it came with one. */
export const placeOf = ({ latitude, longitude }: Pick<Alert, 'latitude' | 'longitude'>): Place | null => {
  const place = { latitude, longitude }
  return isPlace(place) ? place : null
}

/** '640 m' and 'north-east', from here to there. */
export const wayTo = (from: Place, to: Place, text: Text) => ({
  distance: distanceText(distanceMetres(from, to)),
  direction: text(`alerts.direction.${compassOctant(from, to)}`),
})

export function alertMarker(alert: Alert, text: Text, href?: string): MapMarker | null {
  const place = placeOf(alert)
  if (!place) return null
  const name = raiserName(alert, text)
  return alert.resolvedAt === null
    ? { kind: 'alert', id: alert.id, label: text('alerts.marker.active', { name }), href, ...place }
    : { kind: 'resolvedAlert', id: alert.id, label: text('alerts.marker.resolved', { name }), href, ...place }
}

/** The nearest to here; the newest where nothing tells how far they are. */
export function nearestOf<Placed extends Pick<Alert, 'latitude' | 'longitude'>>(
  alerts: readonly Placed[],
  here: Place | null,
): Placed | undefined {
  if (!here) return alerts[0]
  const away = (alert: Placed) => {
    const place = placeOf(alert)
    return place ? distanceMetres(here, place) : Infinity
  }
  return alerts.toSorted((a, b) => away(a) - away(b))[0]
}
