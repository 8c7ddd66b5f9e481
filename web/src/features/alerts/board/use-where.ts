import { useQuery } from '@tanstack/react-query'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { placesQuery } from '../../../shared/places/places.queries.ts'
import { distanceMetres } from '../../../ui/map/distance.ts'
import { locationOf, offsetOf } from '../alert-texts.ts'

/** Metres within which a place of the community names the location of an alert. */
const NEAR_M = 500

/** Returns where an alert is, in words: the distance from the user, and the nearest place of the community. */
export function useWhere(alert: Pick<AlertForViewer, 'latitude' | 'longitude'>): readonly string[] {
  const text = useText()
  const me = useOwnLocation()
  const { data: places } = useQuery(placesQuery)
  const location = locationOf(alert)
  if (!location) return [text('alerts.board.noLocation')]
  const offset = me && offsetOf(me, location, text)
  const distance = me ? (offset ? text('map.away', offset) : text('alerts.here')) : text('alerts.board.noDistance')
  const [nearest] = (places?.items ?? [])
    .map((place) => ({ name: place.name, metres: distanceMetres(location, place) }))
    .filter(({ metres }) => metres <= NEAR_M)
    .toSorted((a, b) => a.metres - b.metres)
  return nearest ? [distance, text('alerts.board.near', { name: nearest.name })] : [distance]
}
