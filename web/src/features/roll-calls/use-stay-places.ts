import { useQuery } from '@tanstack/react-query'
import type { Place, PlaceKind } from '@noroshi/contract/places/places.http'
import { addLive } from '../../platform/connection/live.ts'
import { placesLive } from '../../shared/places/places.live.ts'
import { placesQuery } from '../../shared/places/places.queries.ts'

// Registers the events before the first query of places, so that none is missed.
addLive(placesLive)

/** The kinds of places where people are or stay. */
const KINDS: readonly PlaceKind[] = ['shelter', 'hall', 'hospital', 'meetingPoint']

const none: readonly Place[] = []

/** Returns the places that an answer may name, by kind and name; none until they are loaded. */
export function useStayPlaces(): readonly Place[] {
  const { data = none } = useQuery({
    ...placesQuery,
    select: ({ items }) => items.filter(({ kind, ownKind }) => !ownKind && KINDS.includes(kind)),
  })
  return data
}
