import type { Place } from '@noroshi/contract/places/places.http'
import { type Text } from '../../platform/language/i18n.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'
import { placeIconOf } from './place-icons.ts'
import { placeFacts } from './place-texts.ts'

const toneOf = ({ kind, state }: Place) => {
  if (kind === 'danger' || kind === 'closedRoad' || state === 'full') return 'warn'
  return state === 'closed' ? 'muted' : 'plain'
}

/**
 * Returns the marker of a place. Its label has the name, the kind, the state and the open needs.
 * @param needs the number of its open needs, which is shown at the pin
 */
export function placeMarker(place: Place, text: Text, needs = 0): MapMarker {
  const Icon = placeIconOf(place)
  const { id, name, latitude, longitude } = place
  const parts = [name, placeFacts(place, text), ...(needs > 0 ? [text('needs.atPlace', { count: needs })] : [])]
  const label = parts.join(text('map.listSeparator'))
  const icon = <Icon size={20} stroke={1.75} />
  return {
    kind: 'place',
    id,
    label,
    caption: name,
    icon,
    tone: toneOf(place),
    ...(needs > 0 && { count: needs }),
    latitude,
    longitude,
  }
}
