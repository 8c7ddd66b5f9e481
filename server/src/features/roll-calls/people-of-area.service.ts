import { type Area, isInArea } from '@noroshi/contract/area'
import { AREA_COUNT_MIN } from '@noroshi/contract/roll-calls/roll-calls'
import type { Deps } from '#/deps.ts'
import { locationsVisibleTo } from '#/features/accounts/people/user-locations.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { activeUserIds } from './roll-calls.sql.ts'

/** Users by what the asker may know of their locations. */
export interface PeopleOfArea {
  /** Their shared location, which the asker sees on the map, is in the area. */
  readonly inside: readonly string[]
  /** The asker sees no location of them. */
  readonly unlocated: readonly string[]
}

/** Returns whom an asker may ask by an area. The asker is in neither list. */
export async function peopleOfArea(deps: Deps, viewer: SignedIn, area: Area): Promise<PeopleOfArea> {
  const located = await locationsVisibleTo(deps, viewer)
  const known = new Set([viewer.id, ...located.map(({ id }) => id)])
  const ids = await activeUserIds(deps.db)
  return {
    inside: located.filter((person) => isInArea(area, person)).map(({ id }) => id),
    unlocated: ids.filter((id) => !known.has(id)),
  }
}

/** Returns how many people an area has; null for a number that could name them. */
export async function previewArea(deps: Deps, viewer: SignedIn, area: Area) {
  const { inside, unlocated } = await peopleOfArea(deps, viewer, area)
  return { inside: told(inside.length), unlocated: told(unlocated.length) }
}

const told = (count: number): number | null => (count < AREA_COUNT_MIN ? null : count)
