import {
  IconAlertTriangle,
  IconBarrierBlock,
  IconBuildingCommunity,
  IconBuildingHospital,
  IconBuildingWarehouse,
  IconDroplet,
  IconFlag,
  IconHeartBolt,
  IconToiletPaper,
} from '@tabler/icons-react'
import type { Place, PlaceKind } from '@noroshi/contract/places/places.http'
import { type Text } from '../../platform/language/i18n.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'

const ICONS = {
  shelter: IconBuildingCommunity,
  hall: IconBuildingWarehouse,
  water: IconDroplet,
  toilet: IconToiletPaper,
  aed: IconHeartBolt,
  hospital: IconBuildingHospital,
  meetingPoint: IconFlag,
  danger: IconAlertTriangle,
  closedRoad: IconBarrierBlock,
} as const satisfies Record<PlaceKind, unknown>

/** Returns what a place is and whether it can be used: 'Shelter, Full'. */
export const placeFacts = ({ kind, state }: Pick<Place, 'kind' | 'state'>, text: Text): string =>
  [text(`places.kind.${kind}`), state && text(`places.state.${state}`)].filter(Boolean).join(text('map.listSeparator'))

const toneOf = ({ kind, state }: Place) => {
  if (kind === 'danger' || kind === 'closedRoad' || state === 'full') return 'warn'
  return state === 'closed' ? 'muted' : 'plain'
}

/** Returns the marker of a place. Its label has the name, the kind and the state. */
export function placeMarker(place: Place, text: Text): MapMarker {
  const Icon = ICONS[place.kind]
  const { id, name, latitude, longitude } = place
  const label = `${name}${text('map.listSeparator')}${placeFacts(place, text)}`
  return { kind: 'place', id, label, icon: <Icon size={20} stroke={1.75} />, tone: toneOf(place), latitude, longitude }
}
