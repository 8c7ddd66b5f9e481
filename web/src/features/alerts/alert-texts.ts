import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { Text } from '../../platform/language/i18n.ts'
import { namedInNeed, type Raised, raiserName } from '../../shared/alerts/raiser-name.ts'
import { compassOctant, distanceMetres, distanceText, isLatLng, type LatLng } from '../../ui/map/distance.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'

export { namedInNeed, raiserName }

/** A sentence with the number of people that an SOS reaches. */
export const reachText = (count: number, text: Text): string =>
  text(count === 0 ? 'alerts.raisedTo.none' : 'alerts.raisedTo', { count })

/** The text of an alert; without a text, the kind of the first added file. */
export function summaryOf({ textContent, alertMedias, isDrill }: Alert, text: Text): string {
  if (textContent !== '') return textContent
  const type = alertMedias[0]?.type ?? ''
  if (type.startsWith('image/')) return text('alerts.label.photo')
  if (type.startsWith('video/')) return text('alerts.label.video')
  if (type.startsWith('audio/')) return text('alerts.label.voice')
  if (alertMedias.length > 0) return text('alerts.label.file')
  return text(isDrill ? 'alerts.label.drill' : 'alerts.label.sos')
}

/** The location of an alert; null without one. */
export const locationOf = ({ latitude, longitude }: Pick<Alert, 'latitude' | 'longitude'>): LatLng | null => {
  const location = { latitude, longitude }
  return isLatLng(location) ? location : null
}

/** Metres below which two locations count as the same one. */
const HERE_M = 10

/** The distance and direction between two locations: '640 m' and 'north-east'; null if they are the same. */
export function offsetOf(from: LatLng, to: LatLng, text: Text): { distance: string; direction: string } | null {
  const metres = distanceMetres(from, to)
  if (metres < HERE_M) return null
  return { distance: distanceText(metres), direction: text(`map.direction.${compassOctant(from, to)}`) }
}

/** The distance between two locations: '640 m', or 'here' if they are the same. */
export const distanceOf = (from: LatLng, to: LatLng, text: Text): string =>
  offsetOf(from, to, text)?.distance ?? text('alerts.here')

/** Metres from which a location counts as coarse, so that its accuracy is shown. */
export const COARSE_M = 100

/** 'accurate to 900 m' for a coarse location, such as a last known one; otherwise null. */
export const accuracyText = (accuracy: number | null | undefined, text: Text): string | null =>
  accuracy !== null && accuracy !== undefined && accuracy >= COARSE_M
    ? text('alerts.accuracy', { distance: distanceText(accuracy) })
    : null

/** The label of an active alert on a map. */
export const activeMarkerLabel = (alert: Raised, text: Text): string =>
  text(alert.isDrill ? 'alerts.marker.drill' : 'alerts.marker.active', { name: raiserName(alert, text) })

export function alertMarker(
  alert: Alert,
  text: Text,
  more: { href?: string; isOther?: boolean; isSubject?: boolean } = {},
): MapMarker | null {
  const location = locationOf(alert)
  if (!location) return null
  const { id, accuracy, isDrill } = alert
  return alert.resolvedAt === null
    ? { kind: 'alert', id, label: activeMarkerLabel(alert, text), accuracy, isDrill, ...more, ...location }
    : {
        kind: 'resolvedAlert',
        id,
        label: text(isDrill ? 'alerts.marker.drill' : 'alerts.marker.resolved', { name: raiserName(alert, text) }),
        ...more,
        ...location,
      }
}

/** Returns the alerts except drills, which are not emergencies. */
export const withoutDrills = <Marked extends Pick<Alert, 'isDrill'>>(alerts: readonly Marked[]): readonly Marked[] =>
  alerts.filter(({ isDrill }) => isDrill !== true)

/** Returns the nearest alert to `here`, or the first one (the newest) without an own location. */
export function nearestOf<Located extends Pick<Alert, 'latitude' | 'longitude'>>(
  alerts: readonly Located[],
  here: LatLng | null,
): Located | undefined {
  if (!here) return alerts[0]
  const metresTo = (alert: Located) => {
    const location = locationOf(alert)
    return location ? distanceMetres(here, location) : Infinity
  }
  return alerts.toSorted((a, b) => metresTo(a) - metresTo(b))[0]
}
