import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Place } from '@noroshi/contract/places/places.http'
import { openNeedsByPlace } from '../features/needs/board.ts'
import { needsQuery } from '../features/needs/needs.queries.ts'
import { useText } from '../platform/language/i18n.ts'
import { paths } from '../platform/paths/paths.ts'
import { useNow } from '../platform/use-now.ts'
import { PlacePlate } from '../shared/places/place-plate.tsx'
import './needs-live.ts'

/** The plate of a place on the map of home, which leads to what is needed there. */
export function HomePlace({ place, onClose }: { place: Place; onClose: () => void }) {
  const text = useText()
  const now = useNow()
  const { data } = useQuery(needsQuery)
  const count = data ? (openNeedsByPlace(data.items, now).get(place.id) ?? 0) : 0
  return (
    <PlacePlate place={place} onClose={onClose}>
      {count > 0 && (
        <Link to={paths.needs} search={{ place: place.id }}>
          {text('needs.atPlace', { count })}
        </Link>
      )}
    </PlacePlate>
  )
}
