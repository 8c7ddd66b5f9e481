import type { Place } from '@noroshi/contract/places/places.http'
import type { Text } from '../../platform/language/i18n.ts'

/** Returns the name of the kind of a place. */
export const placeKindName = ({ kind, ownKind }: Pick<Place, 'kind' | 'ownKind'>, text: Text): string =>
  ownKind?.name ?? text(`places.kind.${kind}`)

/** Returns what a place is and whether it can be used: 'Shelter, Full'. */
export const placeFacts = ({ state, ...kind }: Pick<Place, 'kind' | 'ownKind' | 'state'>, text: Text): string =>
  [placeKindName(kind, text), state && text(`places.state.${state}`)].filter(Boolean).join(text('map.listSeparator'))
